import { MIN_VALUES } from '../core/json/scan.js';

/** Default of `maxBodyBytes`. */
export const MAX_BODY_BYTES = 16 * 2 ** 20;

/**
 * 16 MiB of the smallest values block the program for up to 5 s. A page of 1000 records has some 30,000 values of about 30 bytes
 * each, and flat records count once: a body with a value in every 64 bytes of 16 MiB does not hold records.
 */
const BYTES_PER_VALUE = 64;

/** Most JSON values of a body of at most this many bytes. */
export const maxValuesOf = (maxBodyBytes: number): number =>
  Math.max(Math.floor(maxBodyBytes / BYTES_PER_VALUE), MIN_VALUES);
