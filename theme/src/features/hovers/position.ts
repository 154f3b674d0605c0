export interface Box {
  readonly left: number;
  readonly top: number;
  readonly bottom: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface Place {
  readonly left: number;
  readonly top: number;
  /** The available height. */
  readonly maxHeight: number;
}

const GAP_PX = 4;
const EDGE_PX = 8;

export interface Surroundings {
  readonly window: Size;
  /** The lower edge of the sticky header. */
  readonly ceiling: number;
  /** The buttons of the block, which a card avoids if possible. */
  readonly buttons?: DOMRect | undefined;
}

/**
 * Places a card above its name, as in editors, so that neither a finger nor the pointer covers it, or
 * below if there is more room.
 */
export function placeCard(name: Box, card: Size, around: Surroundings): Place {
  const { window, ceiling, buttons } = around;
  const above = name.top - GAP_PX - ceiling - EDGE_PX;
  const below = window.height - name.bottom - GAP_PX - EDGE_PX;
  const left = Math.max(
    EDGE_PX,
    Math.min(name.left - EDGE_PX, window.width - card.width - EDGE_PX),
  );
  const top = name.top - GAP_PX - Math.min(card.height, above);
  const hides =
    buttons !== undefined &&
    buttons.left < left + card.width &&
    buttons.bottom > top &&
    buttons.top < name.top;
  const isAbove =
    above >= below ? !(hides && card.height <= below) : card.height <= above && !hides;
  return isAbove
    ? { left, top, maxHeight: above }
    : { left, top: name.bottom + GAP_PX, maxHeight: below };
}
