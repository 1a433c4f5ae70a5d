// Sends once, then looks the order up until it cannot come any more. Standard library alone. With an argument, it is as the first page
// of documentation uses net/http: an error, another status than 2xx or a code is a failure, and a failure is a "no".
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"
)

var base = os.Getenv("FUTURES_URL")
var plain = len(os.Args) > 1
var paths map[string]string

// A connection for each call: a stray response on a kept one would be taken for that of the next order.
var transport = http.Transport{DisableKeepAlives: true}
var client = &http.Client{Timeout: time.Second, Transport: &transport, CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}

func init() {
	json.Unmarshal([]byte(os.Getenv("PATHS")), &paths)
	if plain {
		client = &http.Client{Timeout: 5 * time.Second}
	}
}

// call returns the members of the response as they were written; nil when it proves nothing.
func call(method, path string, body []byte) map[string]json.RawMessage {
	timestamp := strconv.FormatInt(time.Now().UnixMilli(), 10)
	mac := hmac.New(sha256.New, []byte(os.Getenv("FUTURES_API_SECRET")))
	io.WriteString(mac, timestamp+method+path+string(body))
	request, _ := http.NewRequest(method, base+path, bytes.NewReader(body))
	if !plain { // With it, Go sends a request again when its connection breaks.
		request.GetBody = nil
	}
	request.Header = http.Header{"X-CH-TS": {timestamp}, "X-CH-APIKEY": {os.Getenv("FUTURES_API_KEY")},
		"X-CH-SIGN": {hex.EncodeToString(mac.Sum(nil))}, "Content-Type": {"application/json"}}
	response, err := client.Do(request)
	if err != nil {
		return nil
	}
	defer response.Body.Close()
	status := response.StatusCode
	if !plain && (status == 429 || status == 418 || status == 410) {
		seconds, err := strconv.Atoi(response.Header.Get("Retry-After"))
		if err != nil {
			seconds = 1
		}
		time.Sleep(time.Duration(seconds) * time.Second)
	}
	var members map[string]json.RawMessage
	if json.NewDecoder(response.Body).Decode(&members) != nil || !plain && members["padding"] != nil || plain && status > 299 {
		return nil
	}
	return members
}

func id(members map[string]json.RawMessage) string {
	return strings.Trim(string(members["orderId"]), `"`)
}

func do(what string, input json.RawMessage) string {
	body := []byte(input)
	if what == "cancelAllOrders" {
		body = nil
	}
	var order struct{ ContractName, ClientOrderId string }
	json.Unmarshal(input, &order)
	first := true
	if what == "createOrder" && !plain {
		lock, err := os.OpenFile(os.TempDir()+"/go-"+order.ClientOrderId, os.O_CREATE|os.O_EXCL, 0o600)
		first = err == nil
		lock.Close()
	}
	if first {
		response := call("POST", paths[what], body)
		code := strings.Trim(string(response["code"]), `"`)
		isSuccess := code == "0" || plain && response != nil && code == ""
		if id(response) != "" || isSuccess && (plain || what != "createOrder") {
			return fmt.Sprintf(`{"outcome":"accepted","orderId":"%s"}`, id(response))
		}
	}
	if plain {
		return `{"outcome":"rejected"}`
	}
	for i := 0; i < 4 && what == "createOrder"; i++ {
		query := url.Values{"contractName": {order.ContractName}, "clientOrderId": {order.ClientOrderId}}
		if found := id(call("GET", paths["createOrder"]+"?"+query.Encode(), nil)); found != "" {
			return fmt.Sprintf(`{"outcome":"accepted","orderId":"%s"}`, found)
		}
		time.Sleep(time.Second)
	}
	return `{"outcome":"unknown"}`
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var intent struct {
			Do    string
			Input json.RawMessage
		}
		json.Unmarshal(lines.Bytes(), &intent)
		if paths[intent.Do] != "" && !strings.HasPrefix(intent.Do, "get") {
			fmt.Println(do(intent.Do, intent.Input))
		}
	}
}
