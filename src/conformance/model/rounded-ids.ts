/** All ways to write a number that has gone through a double. */
export const throughDouble = (id: string): readonly string[] =>
  /^\d{1,30}$/.test(id) ? [String(Number(id)), String(BigInt(Number(id))), Number(id).toExponential()] : [];

/** True when an identifier may have lost its last digits in a double: it is large, and written as a double is. */
export const mayBeRounded = (id: string): boolean =>
  Number(id) > Number.MAX_SAFE_INTEGER && (/^\d(?:\.\d+)?e\+?\d\d$/i.test(id) || throughDouble(id).includes(id));

/** The digits that a double has kept, with an exponent or without. */
export const isThroughDouble = (id: string, shown: string): boolean =>
  throughDouble(id).includes(shown) || (/^\d+(\.\d+)?e\+?\d+$/i.test(shown) && Number(shown) === Number(id));

/** True when a double may have taken the last digits of all of these: of many that are exact, one looks so by chance. */
export const areRounded = (ids: Iterable<string>): boolean => [...ids].every(mayBeRounded);

export const givenTwice = (id: string, isRounded: boolean): string =>
  `createOrder gave the id ${id} to two orders${isRounded ? ': a double has lost its last digits' : ''}`;
