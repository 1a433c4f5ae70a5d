import type { Effect } from '../../../generated/operations.js';
import { EFFECTS } from '../../../src/cli/call/effects.js';
import type { DescribedField } from '../../generate/described-field.js';
import { DECLARED, type Evidence } from '../../generate/evidence.js';

/** Something that was seen beside what is declared of a field. */
export interface Remark {
  readonly text: string;
  readonly evidence: Evidence;
}

export type DocumentedField = ReturnType<typeof toLine>;

/** A described field as its line of the table says it. `required` means nothing in responses. */
export function toLine(field: DescribedField) {
  const { path, type, required, about } = field;
  return {
    path,
    type,
    required,
    text: about.text ?? '',
    defaultValue: field.default === undefined ? undefined : JSON.stringify(field.default),
    values: field.enum?.map(String),
    evidence: about.evidence,
    remarks: remarksOn(field),
  };
}

function remarksOn({ about: { observed, observedValues }, effectWhenOmitted }: DescribedField): readonly Remark[] {
  const omitted = effectWhenOmitted as Effect | undefined;
  return [
    ...(omitted === undefined ? [] : [{ text: `Left out, the call ${EFFECTS[omitted]}.`, evidence: DECLARED }]),
    ...(observed === undefined ? [] : [observed]),
    ...(observedValues === undefined
      ? []
      : [{ text: valuesText(observedValues.values ?? {}), evidence: observedValues.evidence }]),
  ];
}

const valuesText = (values: Readonly<Record<string, string>>): string =>
  `${Object.entries(values)
    .map(([value, meaning]) => `${value}: ${meaning}`)
    .join('; ')}.`;
