import { BaseSequencer, type TestSpecification } from 'vitest/node';

const PROJECTS = ['code', 'pure', 'alone', 'register', 'site'];

/** The longest files come first in their project, so that no worker is left with one of them at the end. */
const FIRST = [
  'conformance/docs-samples',
  'conformance/sandbox',
  'conformance/shipped-selftest.register',
  'conformance/selftest.register',
  'conformance/observe-servers.register',
  'conformance/variants.register',
  'docs/every-page',
];

/** Runs one project after the other: a worker keeps what it has imported as long as the next file is of the same project. */
export class ByProject extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

function rank({ project, moduleId }: TestSpecification): number {
  const place = FIRST.findIndex((name) => moduleId.endsWith(`tests/${name}.test.ts`));
  return PROJECTS.indexOf(project.name) * (FIRST.length + 1) + (place < 0 ? FIRST.length : place);
}
