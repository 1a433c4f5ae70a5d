/** CRC-32 (IEEE 802.3), by the runtime where it has it: Node.js 20.15 and later do. */
export const crc32: (data: Uint8Array) => number =
  (globalThis.process?.getBuiltinModule?.('node:zlib') as { crc32?: (data: Uint8Array) => number } | undefined)
    ?.crc32 ?? portableCrc32;

/** The same, byte by byte. */
export function portableCrc32(data: Uint8Array): number {
  let crc = 0xffffffff;
  for (const byte of data) crc = TABLE[(crc ^ byte) & 0xff]! ^ (crc >>> 8);
  return ~crc >>> 0;
}

const TABLE = Uint32Array.from({ length: 256 }, (_, n) => {
  let value = n;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1;
  return value;
});
