// net/http of Go as its first page of documentation uses it: an error, another status than 2xx or a code is a failure, and a failure
// is a "no".
package main

import (
	"bufio"
	"bytes"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"
)

type intent struct {
	Do    string
	Input json.RawMessage
}

var paths = map[string]string{"createOrder": "order", "createConditionOrder": "conditionOrder", "cancelOrder": "cancel",
	"cancelContractOrders": "cancel", "cancelAllOrders": "cancel_all", "changeLeverage": "edit_lever"}
var client = &http.Client{Timeout: 5 * time.Second}

func do(wanted intent) (string, error) {
	path := "/fapi/v1/" + paths[wanted.Do]
	body := wanted.Input
	if wanted.Do == "cancelAllOrders" {
		body = nil
	}
	timestamp := fmt.Sprint(time.Now().UnixMilli())
	mac := hmac.New(sha256.New, []byte(os.Getenv("FUTURES_API_SECRET")))
	fmt.Fprint(mac, timestamp+"POST"+path+string(body))
	request, _ := http.NewRequest("POST", os.Getenv("FUTURES_URL")+path, bytes.NewReader(body))
	request.Header = http.Header{"X-CH-TS": {timestamp}, "X-CH-APIKEY": {os.Getenv("FUTURES_API_KEY")},
		"X-CH-SIGN": {hex.EncodeToString(mac.Sum(nil))}, "Content-Type": {"application/json"}}
	response, err := client.Do(request)
	if err != nil {
		return "", err
	}
	defer response.Body.Close()
	var result struct{ Code, OrderID json.RawMessage }
	if err := json.NewDecoder(response.Body).Decode(&result); err != nil {
		return "", err
	}
	if code := strings.Trim(string(result.Code), `"`); response.StatusCode > 299 || (code != "" && code != "0") {
		return "", fmt.Errorf("status %d, code %s", response.StatusCode, code)
	}
	return strings.Trim(string(result.OrderID), `"`), nil
}

func main() {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var wanted intent
		json.Unmarshal(lines.Bytes(), &wanted)
		if paths[wanted.Do] == "" {
			continue
		}
		if id, err := do(wanted); err != nil {
			fmt.Println(`{"outcome":"rejected"}`)
		} else {
			fmt.Printf("{\"outcome\":\"accepted\",\"orderId\":%q}\n", id)
		}
	}
}
