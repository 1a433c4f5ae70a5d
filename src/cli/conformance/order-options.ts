import { Option } from 'commander';
import type { CodeValues, ConformanceOptions } from '../../conformance/model/report-model.js';
import { once, repeatable } from '../options.js';
import { wrong } from '../../core/argument.js';

/** Terms of the orders of a run, as they were typed. */
export interface OrderRequest {
  readonly volume?: string;
  readonly price?: string;
  readonly prefix?: string;
  readonly code?: readonly string[];
}

/** Codes with one value, and those for which both modes have to be known. */
const SINGLE = ['positionType', 'triggerType', 'amount', 'nowLevel'] as const satisfies readonly (keyof CodeValues)[];
const PAIRS = ['positionModel', 'marginModel'] as const satisfies readonly (keyof CodeValues)[];

export function orderOptions(): Option[] {
  return [
    once('--volume <decimal>', 'mutate, sandbox: volume of an order; default 1'),
    once(
      '--price <decimal>',
      'mutate, sandbox: limit price of orders that must not be filled; default half of the last price',
    ),
    once('--prefix <text>', 'mutate, sandbox: beginning of each clientOrderId; default fcheck-'),
    repeatable(
      '--code <name=value,…>',
      `value of a code that the service document does not show: ${SINGLE.join(', ')}; or of two modes: ${PAIRS.map((name) => `${name}=1/2`).join(', ')}; repeatable`,
      'none',
    ),
  ];
}

/** @throws {ArgumentError} Naming the option, before anything is sent. */
export function readOrders({
  volume,
  price,
  prefix,
  code = [],
}: OrderRequest): Pick<ConformanceOptions, 'orders' | 'codes'> {
  const orders = {
    ...(volume !== undefined && { volume: decimal('--volume', volume) }),
    ...(price !== undefined && { price: decimal('--price', price) }),
    ...(prefix !== undefined && { prefix: plain('--prefix', prefix) }),
  };
  return { ...(Object.keys(orders).length > 0 && { orders }), ...(code.length > 0 && { codes: readCodes(code) }) };
}

function decimal(option: string, text: string): string {
  if (/^\d{1,30}(\.\d{1,30})?$/.test(text) && /[1-9]/.test(text)) return text;
  throw wrong(option, `is a decimal greater than 0, got ${text}`);
}

function plain(option: string, text: string): string {
  if (/^[\w.-]{0,16}$/.test(text)) return text;
  throw wrong(option, `has at most 16 letters, digits, "_", "." and "-", got ${text}`);
}

function readCodes(texts: readonly string[]): CodeValues {
  const pairs = texts
    .flatMap((text) => text.split(','))
    .map((text): [string, unknown] => {
      const [, name = '', first = '', second] = /^(\w+)=([\w.-]+)(?:\/([\w.-]+))?$/.exec(text.trim()) ?? [];
      if (SINGLE.some((known) => known === name) && second === undefined) return [name, first];
      if (PAIRS.some((known) => known === name) && second !== undefined) return [name, [first, second]];
      throw wrong(
        '--code',
        `is name=value with a name of ${SINGLE.join(', ')}, or name=one/other with ${PAIRS.join(', ')}, got ${text}`,
      );
    });
  return Object.fromEntries(pairs) as CodeValues;
}
