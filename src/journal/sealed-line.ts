import { crc32 } from 'node:zlib';

/*
 *   1f3a9c02 17 {"v":1,"type":"intent", …}
 *   │        │  └ the entry
 *   │        └ number of the line in its file, so that a line that is gone is missed
 *   └ CRC-32 of everything behind it, eight hex digits
 */

const CRC_LENGTH = 8;
const SPACE = 0x20;

/** Writes one line, its line break included. */
export function sealLine(number: number, json: string): string {
  const text = `${number} ${json}`;
  return `${crc32(Buffer.from(text)).toString(16).padStart(CRC_LENGTH, '0')} ${text}\n`;
}

/** Where the JSON of a line stands, and the number of the line. */
export interface Seal {
  number: number;
  jsonStart: number;
}

/**
 * Checks the line from `start` to `end` (without its line break) and fills in `seal`; false when one byte of it is not
 * what was written.
 */
export function readSeal(bytes: Buffer, start: number, end: number, seal: Seal): boolean {
  const textStart = start + CRC_LENGTH + 1;
  if (end - start < CRC_LENGTH + 3 || bytes[textStart - 1] !== SPACE) return false;
  let crc = 0;
  for (let i = start; i < start + CRC_LENGTH; i++) {
    const digit = hexDigit(bytes[i]!);
    if (digit < 0) return false;
    crc = crc * 16 + digit;
  }
  if (crc32(bytes.subarray(textStart, end)) !== crc) return false;
  let number = 0;
  let i = textStart;
  for (; bytes[i] !== SPACE && i < end; i++) number = number * 10 + bytes[i]! - 48;
  seal.number = number;
  seal.jsonStart = i + 1;
  return true;
}

/** Lower case only: a flipped bit must not make another spelling of the same checksum. */
function hexDigit(byte: number): number {
  if (byte >= 48 && byte <= 57) return byte - 48;
  return byte >= 97 && byte <= 102 ? byte - 87 : -1;
}
