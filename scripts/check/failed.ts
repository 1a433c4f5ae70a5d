/** A check found something; the message says what to do about it. */
export class CheckFailed extends Error {}
