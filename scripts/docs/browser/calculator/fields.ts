import { OBSERVED_RULE, type SigningRule } from '../../../../src/core/signing-rule.js';

export interface FieldValues extends Pick<SigningRule, 'signQuery' | 'signPrefix' | 'encoding'> {
  /** `https://host/prefix`, or a prefix alone; may be empty. */
  readonly baseUrl: string;
  readonly timestamp: string;
  readonly method: string;
  readonly path: string;
  /** Without the question mark. */
  readonly query: string;
  readonly body: string;
  readonly apiKey: string;
  readonly apiSecret: string;
}

export interface FieldProps {
  readonly id: string;
  readonly fields: FieldValues;
  readonly onChange: (changed: Partial<FieldValues>) => void;
}

/** The worked example of the page on signing. */
export const WORKED_EXAMPLE: FieldValues = {
  baseUrl: '',
  timestamp: '1700000000000',
  method: 'GET',
  path: '/fapi/v1/openOrders',
  query: '',
  body: '',
  apiKey: 'test-key',
  apiSecret: 'test-secret',
  signQuery: true,
  signPrefix: false,
  encoding: 'hex',
};

export const ruleOf = ({ signQuery, signPrefix, encoding }: FieldValues): SigningRule => ({
  ...OBSERVED_RULE,
  signQuery,
  signPrefix,
  encoding,
});
