import type { JsonRecord } from '../../core/json/decode.js';

/** True for an object of JSON: no list, and not null. */
export const isJsonObject = (value: unknown): value is JsonRecord =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
