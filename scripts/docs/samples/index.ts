export interface RanSample {
  readonly language: string;
  readonly label: string;
  readonly highlight: string;
  readonly code: string;
  readonly ranWith: string;
  readonly answer: string;
}
export async function runSamples(): Promise<{
  samples: ReadonlyMap<string, readonly RanSample[]>;
  leftOut: { language: string; reason: string }[];
}> {
  return { samples: new Map(), leftOut: [] };
}
