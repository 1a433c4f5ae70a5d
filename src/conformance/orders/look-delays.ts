/** Milliseconds between looks at something that may take its time. */
export const LOOKS = [0, 20, 80, 200] as const;

/** One more look at the end, for a list that was empty for a while. */
export const LAST_LOOK_MS = 2100;

/** Further looks, up to five seconds in all, where a list was seen to lag or an order is not gone yet. */
export const LATER_LOOKS = [300, 500, 700, 900, 1100, 1300] as const;
