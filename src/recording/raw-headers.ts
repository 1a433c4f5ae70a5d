/** Names and values in turn, as they are written. */
export type RawHeaders = readonly string[];

/** They speak about one connection (RFC 9110, 7.6.1), and Connection names more of them. */
const OF_PROXIES = ['proxy-authenticate', 'proxy-authorization', 'proxy-connection'];
const HOP_BY_HOP = [...OF_PROXIES, 'connection', 'keep-alive', 'te', 'trailer', 'transfer-encoding', 'upgrade'];

/** Headers without `dropped` (in lower case) and without those of the connection. */
export function without(raw: RawHeaders, dropped: readonly string[] = []): string[] {
  const gone = new Set([...HOP_BY_HOP, ...dropped]);
  const isGone = (name: string): boolean => gone.has(name) || dropped.includes(name.replaceAll('_', '-'));
  for (let i = 0; i < raw.length; i += 2) {
    if (raw[i]!.toLowerCase() !== 'connection') continue;
    for (const name of raw[i + 1]!.split(',')) gone.add(name.trim().toLowerCase());
  }
  return raw.filter((_, i) => !isGone(raw[i - (i % 2)]!.toLowerCase()));
}
