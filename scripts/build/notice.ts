import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Names, versions and licences of the packages whose code is in this one.
 *
 * @throws {Error} When a package has no text of a licence.
 */
export async function thirdPartyNotice(bundled: readonly string[]): Promise<string> {
  const folders = new Set(bundled.map((id) => /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(id)?.[0] ?? id));
  const sections = await Promise.all([...folders].map(section));
  return [
    '# Third-party notice',
    'The command line, the sandbox, the sidecar and the conformance kit contain code of these packages. The client itself contains none.',
    ...sections.toSorted(),
    '',
  ].join('\n\n');
}

async function section(folder: string): Promise<string> {
  const { name, version, license } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as {
    name: string;
    version: string;
    license?: string;
  };
  const file = (await readdir(folder)).toSorted().find((each) => /^licen[cs]e(?:\.\w+)?$/i.test(each));
  if (file === undefined || license === undefined) throw new Error(`${name} is bundled, but has no licence.`);
  const text = (await readFile(join(folder, file), 'utf8')).trim().replaceAll(/\r\n?/g, '\n');
  return `## ${name} ${version} (${license})\n\n\`\`\`text\n${text}\n\`\`\``;
}
