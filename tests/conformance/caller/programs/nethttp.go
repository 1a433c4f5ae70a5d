// Sends each request of its standard input with the standard library, and prints the response; one without a status where that is an
// error. With an argument, it is as the first page of documentation uses net/http.
package main

import (
	"bufio"
	"encoding/json"
	"io"
	"net/http"
	"os"
	"strings"
	"time"
)

var plain = len(os.Args) > 1

// A connection for each call: a stray response on a kept one would be taken for that of the next order.
var transport = http.Transport{DisableKeepAlives: true}
var client = &http.Client{Timeout: time.Second, Transport: &transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func init() {
	if plain {
		client = &http.Client{Timeout: 5 * time.Second}
	}
}

func send(line []byte) map[string]any {
	var method, url, body string
	var headers map[string]string
	json.Unmarshal(line, &[]any{&method, &url, &headers, &body})
	request, _ := http.NewRequest(method, url, strings.NewReader(body))
	if !plain { // With it, Go sends a request again when its connection breaks.
		request.GetBody = nil
	}
	for name, value := range headers {
		request.Header.Set(name, value)
	}
	response, err := client.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		return nil
	}
	pause := map[string]string{"Retry-After": response.Header.Get("Retry-After")}
	return map[string]any{"status": response.StatusCode, "headers": pause, "body": string(text)}
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		json.NewEncoder(os.Stdout).Encode(send(lines.Bytes()))
	}
}
