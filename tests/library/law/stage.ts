import type { Device, Page } from './page.ts';
import type { Tab } from './schedule.ts';
import type { Session } from './session.ts';
import type { Request } from './turn.ts';

export interface TurnOptions {
  readonly isOpening?: boolean;
  /** Values that waited for consent are stored. */
  readonly isAllowing?: boolean;
}

/** The part of a play that its steps use. */
export interface Stage {
  readonly device: Device;
  readonly tabs: ReadonlyMap<Tab, Session>;
  turn(session: Session, asks: Request, run: () => unknown, options?: TurnOptions): unknown;
  writeForeign(key: string, text: string | null, page?: Page): void;
}
