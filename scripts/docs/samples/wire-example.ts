export interface WireExample {
  readonly head: string;
  readonly signingString: string | undefined;
  readonly signature: string | undefined;
  readonly credentials: { apiKey: string; apiSecret: string };
}
export async function wireExampleOf(_: unknown): Promise<WireExample | undefined> {
  return undefined;
}
