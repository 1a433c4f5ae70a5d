import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { serviceDocument } from './service-document.js';
import { renderServiceDocument } from './service-document/render.js';
import { documentTable } from './tables.js';

const { endpoints, rules } = serviceDocument;

describe('the transcription', () => {
  it('renders to the service document, byte for byte', () => {
    const digest = createHash('sha256').update(renderServiceDocument(serviceDocument)).digest('hex');
    expect(digest).toBe('0a5ef3529630bb8b1c0b033d0b8e4fff811e87b7d50d74e239829d42ac53a88c');
  });

  it('numbers endpoints and rules without a gap, and holds every "not shown" of the document', () => {
    for (const numbered of [endpoints, rules]) {
      expect(numbered.map(({ number }) => number)).toEqual(numbered.map((_, index) => index + 1));
    }
    const silences = renderServiceDocument(serviceDocument).match(/not shown/gu);
    expect(serviceDocument.notShown).toHaveLength(silences?.length ?? 0);
  });

  it('binds whole rules: the clauses leave out nothing but operation names and punctuation', () => {
    for (const rule of rules) {
      const rest = rule.clauses.reduce((text, clause) => text.replace(clause.words, ''), rule.text);
      const names = endpoints.map((row) => row.name).sort((a, b) => b.length - a.length);
      expect(names.reduce((text, name) => text.replaceAll(name, ''), rest)).toMatch(/^[\s:;.]*$/u);
    }
  });

  it('names each shared field at exactly the operations whose rows carry it', () => {
    for (const field of serviceDocument.otherRequestFields) {
      const carriers = endpoints.filter((row) => {
        const { query, body } = documentTable(serviceDocument, row);
        return [...query, ...(body ?? [])].some(({ name, type }) => name === field.name && type === field.type);
      });
      expect(field.usedBy.map((use) => use.operationId)).toEqual(carriers.map((row) => row.operationId));
    }
  });
});
