import { useState } from 'preact/hooks';
import { Button, Select, TextArea, TextField } from '../parts/field.js';
import { bodyNote, compactJson, isPrettyPrinted } from './body-note.js';
import { type FieldProps, type FieldValues, WORKED_EXAMPLE } from './fields.js';
import { presets } from './presets.js';
import { RuleFields } from './rule-fields.js';

const EXAMPLES = [['', 'the worked example of this documentation'] as const, ...presets.map(({ name }) => name)];
const METHODS = ['GET', 'POST', 'PUT', 'DELETE'];

export function RequestFields({ id, fields, onChange }: FieldProps) {
  const text = (name: keyof FieldValues & string) => ({
    id: `${id}-${name}`,
    value: String(fields[name]),
    onText: (value: string) => onChange({ [name]: value }),
  });
  return (
    <>
      <Examples id={id} onChoose={onChange} />
      <div class="row">
        <TextField {...text('timestamp')} label="X-CH-TS" hint="Milliseconds since 1970: 13 digits." />
        <Button label="Now" onPress={() => onChange({ timestamp: String(Date.now()) })} />
      </div>
      <TextField {...text('baseUrl')} label="Base URL (optional)" hint="With the gateway prefix, if there is one." />
      <div class="row">
        <Select {...text('method')} label="Method" options={METHODS} />
        <TextField {...text('path')} label="Path" />
      </div>
      <TextField {...text('query')} label="Query" hint="As it stands in the URL, without the question mark." />
      <TextArea
        {...text('body')}
        label="Body"
        rows={4}
        hint="Exactly as it is sent; empty when there is none. Line ends are line feeds here."
        note={bodyNote(fields.body)}
      />
      {isPrettyPrinted(fields.body) && (
        <Button label="Compact the body" onPress={() => onChange({ body: compactJson(fields.body) })} />
      )}
      <div class="row">
        <TextField {...text('apiKey')} label="API key" />
        <SecretField id={`${id}-apiSecret`} secret={fields.apiSecret} onText={text('apiSecret').onText} />
      </div>
      <RuleFields id={id} fields={fields} onChange={onChange} />
    </>
  );
}

function Examples({ id, onChoose }: { readonly id: string; readonly onChoose: FieldProps['onChange'] }) {
  const [chosen, setChosen] = useState('');

  function fill(): void {
    const preset = presets.find(({ name }) => name === chosen);
    if (preset === undefined) return onChoose(WORKED_EXAMPLE);
    const { method, path, query, body } = preset;
    onChoose({ method, path, query, body });
  }

  return (
    <div class="row">
      <Select id={`${id}-preset`} label="Example" value={chosen} options={EXAMPLES} onText={setChosen} />
      <Button label="Fill in" onPress={fill} />
    </div>
  );
}

interface SecretProps {
  readonly id: string;
  readonly secret: string;
  readonly onText: (secret: string) => void;
}

function SecretField({ id, secret, onText }: SecretProps) {
  const [isShown, setShown] = useState(false);
  return (
    <>
      <TextField
        id={id}
        label="Secret"
        type={isShown ? 'text' : 'password'}
        value={secret}
        onText={onText}
        hint="Stays in this page, and is gone when you leave it."
      />
      <Button label="Show secret" aria-pressed={isShown} aria-controls={id} onPress={() => setShown(!isShown)} />
    </>
  );
}
