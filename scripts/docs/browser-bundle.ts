export async function bundleBrowser(): Promise<{ readonly code: string; readonly sandbox: string }> {
  return { code: '', sandbox: '' };
}
