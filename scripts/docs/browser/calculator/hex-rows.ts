const PER_ROW = 8;

/** Writes bytes as a hex dump: offset, bytes, and what is printable of them. */
export function hexRows(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const rows: string[] = [];
  for (let start = 0; start < bytes.length; start += PER_ROW) {
    const row = [...bytes.subarray(start, start + PER_ROW)];
    const hex = row.map((byte) => byte.toString(16).padStart(2, '0')).join(' ');
    const seen = row.map((byte) => (byte > 0x20 && byte < 0x7f ? String.fromCharCode(byte) : '.')).join('');
    rows.push(`${String(start).padStart(4, '0')}  ${hex.padEnd(PER_ROW * 3 - 1)}  ${seen}`);
  }
  return rows.join('\n');
}
