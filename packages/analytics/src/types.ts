/** What may be told a client; everything else is refused by the compiler and ignored at run time. */
export interface Options {
  /** Also send language, screen, window, device, system and browser. On only if exactly `true`. */
  readonly detailed?: boolean;
  /** Count no visits of a page on this machine. On unless `false`. */
  readonly ignoreLocalhost?: boolean;
  /** Let the server recognise its owner, which takes cookies. On unless `false`. */
  readonly ignoreOwnVisits?: boolean;
  /** Send nothing if the browser sends Global Privacy Control or Do Not Track. On only if exactly `true`. */
  readonly respectPrivacySignals?: boolean;
  /** Send one more update when a visible page is hidden or left. On only if exactly `true`. */
  readonly updateOnHide?: boolean;
}

/** What only detailed mode tells. `null` is what a browser does not say. */
export interface DetailedAttributes {
  /** The first two letters of the reader's language. */
  readonly siteLanguage: string;
  readonly screenWidth: number;
  readonly screenHeight: number;
  readonly screenColorDepth: number;
  readonly deviceName: string | null;
  readonly deviceManufacturer: string | null;
  readonly osName: string | null;
  readonly osVersion: string | null;
  readonly browserName: string | null;
  readonly browserVersion: string | null;
  readonly browserWidth: number;
  readonly browserHeight: number;
}

/** What a record says about a page view. */
export interface Attributes extends Partial<DetailedAttributes> {
  /** The address of the page, without its fragment. */
  readonly siteLocation: string;
  /** The page that led here. */
  readonly siteReferrer?: string | undefined;
  /** The query parameter of that name. */
  readonly source?: string | undefined;
}

/** What happened: one more of `key`, or `value` more of it. */
export interface ActionInput {
  readonly key: string;
  /** Above zero. `null` takes the value of an earlier action back. */
  readonly value?: number | null;
  readonly details?: string | null;
}

/** A page view that is being updated. */
export interface Recording {
  /** The id on the server; `undefined` if nothing was counted or no answer came. */
  readonly id: Promise<string | undefined>;
  /** Settles once no more updates follow; rejects if the record could not be created. */
  readonly ended: Promise<void>;
  /** Ends the updates. */
  stop(): void;
}

/**
 * One server and the four things it can be told.
 *
 * Promises reject with what the server did wrong. Nobody has to listen: an ignored one stays silent.
 * No answer at all, for want of a connection or in time, is no error and gives `undefined`.
 */
export interface Client {
  /** `false` if this client never sends anything: on a server, on localhost, for a bot, or because of a privacy signal. */
  readonly isActive: boolean;
  /**
   * Creates a record of a page view and updates it every 15 s while the page is visible, until it is
   * stopped. After failed updates the interval grows to at most 4 minutes, until one succeeds.
   */
  record(domainId: string, attributes?: Attributes): Recording;
  /** Goes on updating an earlier record. */
  updateRecord(recordId: string): Recording;
  /** Tells of something that happened, and gives its id. */
  action(eventId: string, input: ActionInput): Promise<string | undefined>;
  /** Changes what an earlier action said. */
  updateAction(actionId: string, input: ActionInput): Promise<boolean | undefined>;
}

/** What a tag on the page asked for. */
export interface Detected {
  readonly client: Client;
  readonly recording: Recording;
}
