import type { CodeValues, ConformanceOptions } from './report-model.js';

/** An option that a reason names, as the caller of `runConformance` writes it. */
export type OptionName =
  | `codes.${keyof CodeValues}`
  | `existing.${keyof NonNullable<ConformanceOptions['existing']>}`
  | `orders.${'prefix' | 'price' | 'volume'}`
  | 'budget'
  | 'checks'
  | 'credentials'
  | 'permission.wipe'
  | 'rate'
  | 'signing';

/** Spells an option for the person who started the run, so that advice can be followed as it stands. */
export type OptionNaming = (option: OptionName) => string;

export const asOption: OptionNaming = (option) => `the option ${option}`;

const FLAGS: Partial<Record<OptionName, string>> = {
  budget: '--budget',
  checks: '--check',
  credentials: 'FUTURES_API_KEY and FUTURES_API_SECRET',
  'codes.positionModel': '--code positionModel=one/other',
  'codes.marginModel': '--code marginModel=one/other',
  'permission.wipe': '--allow-wipe',
  rate: '--rate 5',
  signing: 'the option signing of runConformance (the command line has no flag for it)',
};

export function asFlag(option: OptionName): string {
  const [group, name = ''] = option.split('.');
  const own = FLAGS[option];
  if (own !== undefined) return own;
  if (group === 'orders') return `--${name}`;
  return `--${group === 'codes' ? 'code' : group} ${name}=…`;
}
