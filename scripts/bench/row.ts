/** One figure, with what must hold. */
export interface Figure {
  readonly what: string;
  readonly value: number;
  readonly unit?: string;
  readonly atMost?: number;
  readonly atLeast?: number;
}

const HEAD = ['what', 'median', 'three runs', 'bound', ''] as const;

/** The table of a block from its runs: each row has the median of them, and the lowest and highest beside it. */
export function tableOf(runs: readonly (readonly Figure[])[]): readonly (readonly string[])[] {
  const rows = runs[0]!.map(({ what, unit = '', atMost, atLeast }, i) => {
    const values = runs.map((run) => run[i]!.value).toSorted((a, b) => a - b);
    const median = medianOf(values);
    const bound = atMost ?? atLeast;
    const missed = median > (atMost ?? Infinity) || median < (atLeast ?? -Infinity);
    return [
      what,
      `${median.toFixed(2)} ${unit}`.trim(),
      `${values[0]!.toFixed(2)} – ${values.at(-1)!.toFixed(2)}`,
      bound === undefined ? '' : `${atMost === undefined ? '≥' : '≤'} ${bound}`,
      bound === undefined ? '' : missed ? '**missed**' : 'met',
    ];
  });
  return [HEAD, ...rows];
}

export function medianOf(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.round((sorted.length - 1) / 2)]!;
}
