import type { Effect, Kind } from '../../../generated/operations.js';
import { EFFECTS } from '../../../src/cli/call/effects.js';
import type { DescribedField } from '../../generate/described-field.js';
import { DECLARED, type Evidence } from '../../generate/evidence.js';

/** Something that was seen beside what is declared of a field. */
export interface Remark {
  readonly text: string;
  /** Names it in the list of sources; without one, its first words do. */
  readonly label?: string;
  readonly evidence: Evidence;
}

export type DocumentedField = ReturnType<typeof toLine>;

/**
 * A described field as its line of the table says it: with the types of the client, or without them as on the wire. `presence`
 * says whether it may be missing, where that is known.
 */
export function toLine(
  field: DescribedField,
  types?: Readonly<Record<Kind, string>>,
  presence?: 'required' | 'optional',
) {
  const { path, about } = field;
  const type = types === undefined ? field.type : typeInClient(field, types);
  return {
    path,
    type,
    onTheWire: type === field.type ? undefined : field.type,
    presence,
    text: about.text ?? '',
    defaultValue: field.default === undefined ? undefined : JSON.stringify(field.default),
    values: field.enum?.map(String),
    evidence: about.evidence,
    remarks: remarksOn(field),
  };
}

/** Lists and records are the same on both sides. */
function typeInClient({ type, kind, enum: values }: DescribedField, types: Readonly<Record<Kind, string>>): string {
  if (/^(?:array|object|any)\b/.test(type)) return type;
  if (values !== undefined) return values.map((value) => `'${String(value)}'`).join(' | ');
  const name = types[kind].endsWith('Input') ? 'string | number | bigint' : types[kind];
  return /\bnull\b/.test(type) ? `${name} | null` : name;
}

function remarksOn({ about: { observed, observedValues }, effectWhenOmitted }: DescribedField): readonly Remark[] {
  const omitted = effectWhenOmitted as Effect | undefined;
  return [
    ...(omitted === undefined ? [] : [{ text: `Left out, the call ${EFFECTS[omitted]}.`, evidence: DECLARED }]),
    ...observed,
    ...(observedValues === undefined
      ? []
      : [{ text: valuesText(observedValues.values ?? {}), label: 'The values', evidence: observedValues.evidence }]),
  ];
}

const valuesText = (values: Readonly<Record<string, string>>): string =>
  `${Object.entries(values)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join('; ')}.`;
