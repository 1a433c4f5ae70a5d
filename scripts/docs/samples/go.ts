import { execFile } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { code } from './code.js';
import type { Kit } from './language.js';
import { versionOf, writePrograms } from './tools.js';

const run = promisify(execFile);

export const go: Kit = {
  language: 'go',
  label: 'Go',
  highlight: 'go',
  write: ({ operation: { method }, target, body, isSigned }) => code`
package main

import (
	${isSigned && '"crypto/hmac"'}
	${isSigned && '"crypto/sha256"'}
	${isSigned && '"encoding/hex"'}
	"encoding/json"
	"fmt"
	"io"
	"log"
	"net/http"
	"os"
	${isSigned && '"strconv"'}
	"strings"
	"time"
)

const (
	method = "${method}"
	target = ${JSON.stringify(target)}
	${
    body !== '' &&
    `// These bytes are signed and sent.
	body = ${quote(body)}`
  }
)

func main() {
	url := strings.TrimSuffix(os.Getenv("FUTURES_URL"), "/") + target
	request, err := http.NewRequest(method, url, ${body === '' ? 'nil' : 'strings.NewReader(body)'})
	if err != nil {
		log.Fatal(err)
	}
${
  isSigned &&
  `
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(os.Getenv("FUTURES_API_SECRET")))
	mac.Write([]byte(timestamp + method + target${body === '' ? '' : ' + body'}))
	request.Header.Set("X-CH-TS", timestamp)
	request.Header.Set("X-CH-APIKEY", os.Getenv("FUTURES_API_KEY"))
	request.Header.Set("X-CH-SIGN", hex.EncodeToString(mac.Sum(nil)))${body === '' ? '' : CONTENT_TYPE}`
}

	client := http.Client{Timeout: 10 * time.Second}
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	response, err := client.Do(request)
	if err != nil {
		log.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		log.Fatal(err)
	}

	// HTTP 200 can be an error, too: then the body has a code other than 0.
	if response.StatusCode != http.StatusOK || isError(text) {
		log.Fatalf("error: HTTP %d: %s", response.StatusCode, text)
	}
	fmt.Println(string(text)) // as it came; decode it with UseNumber, because float64 loses digits
}

func isError(text []byte) bool {
	var result any
	if err := json.Unmarshal(text, &result); err != nil {
		return true
	}
	envelope, _ := result.(map[string]any)
	code, found := envelope["code"]
	return found && fmt.Sprint(code) != "0"
}
`,
  version: async () => `Go ${await versionOf('go', 'version')}`,
  async build(folder, programs) {
    await writeFile(join(folder, 'go.mod'), 'module samples\n\ngo 1.19\n');
    await writePrograms(programs, (name) => join(folder, name, 'main.go'));
    const env = {
      ...process.env,
      GO111MODULE: 'on',
      GOFLAGS: '-mod=mod',
      GOPROXY: 'off',
      GOTOOLCHAIN: 'local',
      CGO_ENABLED: '0',
    };
    // Without symbols: linking is most of the work.
    await run('go', ['build', '-ldflags=-s -w', '-o', join(folder, 'built/'), './...'], { cwd: folder, env });
    return (name) => [join(folder, 'built', name)];
  },
};

const CONTENT_TYPE = `
	request.Header.Set("Content-Type", "application/json")`;

const quote = (text: string): string => (text.includes('`') ? JSON.stringify(text) : `\`${text}\``);
