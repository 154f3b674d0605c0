/** Options of `create`. Unknown ones don't compile, and are ignored at run time. */
export interface Options {
  /** Also send language, screen, window, device, operating system and browser. On only if exactly `true`. */
  readonly detailed?: boolean;
  /** Don't count visits to a page on localhost. On unless `false`. */
  readonly ignoreLocalhost?: boolean;
  /** Send cookies, so that the server can recognize its owner. On unless `false`. */
  readonly ignoreOwnVisits?: boolean;
  /** Send nothing if the browser sends Global Privacy Control or Do Not Track. On only if exactly `true`. */
  readonly respectPrivacySignals?: boolean;
  /** Send one more update when a visible page is hidden or left. On only if exactly `true`. */
  readonly updateOnHide?: boolean;
}

/** Attributes that are only sent in detailed mode. `null` if the browser doesn't reveal them. */
export interface DetailedAttributes {
  /** The first two letters of the visitor's language. */
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

/** The attributes of a page view. */
export interface Attributes extends Partial<DetailedAttributes> {
  /** The address of the page, without its fragment. */
  readonly siteLocation: string;
  /** The page that led here. */
  readonly siteReferrer?: string | undefined;
  /** The query parameter `source`. */
  readonly source?: string | undefined;
}

/** An action: adds `value`, or 1, to the total of `key`. */
export interface ActionInput {
  readonly key: string;
  /** Greater than 0. `null` removes the value of an earlier action. */
  readonly value?: number | null;
  readonly details?: string | null;
}

/** A page view that is being updated. */
export interface Recording {
  /** The id on the server; `undefined` if nothing was counted. */
  readonly id: Promise<string | undefined>;
  /** Resolves after the last update; rejects if the record couldn't be created. */
  readonly ended: Promise<void>;
  /** Stops the updates. */
  stop(): void;
}

/**
 * Sends records and actions to one server.
 *
 * A request without an answer is retried, also on the next page in the same tab. Promises reject if
 * the server returns an error or retrying ends; you don't have to handle that, since an ignored
 * rejection isn't reported.
 */
export interface Client {
  /** `false` if this client never sends anything: during SSR, on localhost, for a bot, or because of a privacy signal. */
  readonly isActive: boolean;
  /**
   * Creates a record of a page view and updates it every 15 s while the page is visible, until it is
   * stopped. After failed updates the interval grows to at most 4 minutes, until one succeeds.
   */
  record(domainId: string, attributes?: Attributes): Recording;
  /** Continues to update an earlier record. */
  updateRecord(recordId: string): Recording;
  /** Sends an action. Resolves to its id. */
  action(eventId: string, input: ActionInput): Promise<string | undefined>;
  /** Changes an earlier action. */
  updateAction(actionId: string, input: ActionInput): Promise<boolean | undefined>;
}

/** The client and the recording that `detect` created. */
export interface Detected {
  readonly client: Client;
  readonly recording: Recording;
}
