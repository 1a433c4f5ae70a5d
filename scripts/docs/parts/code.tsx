import highlight from 'highlight.js/lib/core';
import bash from 'highlight.js/lib/languages/bash';
import go from 'highlight.js/lib/languages/go';
import http from 'highlight.js/lib/languages/http';
import json from 'highlight.js/lib/languages/json';
import python from 'highlight.js/lib/languages/python';
import typescript from 'highlight.js/lib/languages/typescript';
import yaml from 'highlight.js/lib/languages/yaml';

for (const [name, language] of Object.entries({ bash, go, http, json, python, typescript, yaml })) {
  highlight.registerLanguage(name, language);
}
highlight.registerAliases(['sh', 'shell'], { languageName: 'bash' });

/** Code as HTML with the classes of highlight.js; a language that it does not know stays plain. */
export function highlighted(code: string, language: string): string {
  return highlight.getLanguage(language) === undefined ? escaped(code) : highlight.highlight(code, { language }).value;
}

interface CodeProps {
  readonly code: string;
  readonly language?: string;
  readonly label: string;
}

/** A block of code. Long lines break; a script puts a copy button into the frame. */
export function Code({ code, language = '', label }: CodeProps) {
  return (
    <div class="code">
      <pre tabIndex={0} role="group" aria-label={label}>
        <code class={`language-${language}`} dangerouslySetInnerHTML={{ __html: highlighted(code, language) }} />
      </pre>
    </div>
  );
}

export const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
