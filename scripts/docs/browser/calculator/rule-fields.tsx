import type { SignatureEncoding } from '../../../../src/core/signature-encoding.js';
import { Select } from '../parts/field.js';
import type { FieldProps } from './fields.js';

const CHOICES: readonly (readonly [value: SignatureEncoding, label: string])[] = [
  ['hex', 'hex, lower case'],
  ['base64', 'base64'],
];

/** Settings that differ between deployments; members of the same names are in the client's `dialect`. */
export function RuleFields({ id, fields, onChange }: FieldProps) {
  const { signQuery, signPrefix, encoding } = fields;
  return (
    <fieldset>
      <legend>How the deployment signs</legend>
      <Check
        id={`${id}-signQuery`}
        label="The query is in the signed text"
        isChecked={signQuery}
        onToggle={() => onChange({ signQuery: !signQuery })}
      />
      <Check
        id={`${id}-signPrefix`}
        label="The gateway prefix is in the signed text"
        isChecked={signPrefix}
        onToggle={() => onChange({ signPrefix: !signPrefix })}
      />
      <Select
        id={`${id}-signatureEncoding`}
        label="Encoding of the signature"
        value={encoding}
        options={CHOICES}
        onText={(value) => onChange({ encoding: value as SignatureEncoding })}
      />
    </fieldset>
  );
}

interface CheckProps {
  readonly id: string;
  readonly label: string;
  readonly isChecked: boolean;
  readonly onToggle: () => void;
}

function Check({ id, label, isChecked, onToggle }: CheckProps) {
  return (
    <div class="check">
      <input type="checkbox" id={id} checked={isChecked} onChange={onToggle} />
      <label for={id}>{label}</label>
    </div>
  );
}
