import { useState } from 'preact/hooks';
import { Forensics } from '../forensics/forensics.js';
import type { IslandProps } from '../mount.js';
import { WORKED_EXAMPLE } from './fields.js';
import { RequestFields } from './request-fields.js';
import { SignedOutput } from './signed-output.js';
import { signFields } from './compose.js';

export function Calculator({ id }: IslandProps) {
  const [fields, setFields] = useState(WORKED_EXAMPLE);
  return (
    <>
      <p>Nothing that you type here is sent or stored.</p>
      <RequestFields
        id={id}
        fields={fields}
        onChange={(changed) => setFields((before) => ({ ...before, ...changed }))}
      />
      <SignedOutput id={id} signed={signFields(fields)} />
      <Forensics id={`${id}-forensics`} fields={fields} />
    </>
  );
}
