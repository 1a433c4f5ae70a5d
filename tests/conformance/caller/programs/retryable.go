// The same through retryablehttp, with its own defaults: up to four retries, of every method.
package main

import (
	"time"

	"github.com/hashicorp/go-retryablehttp"
)

func init() {
	retrying := retryablehttp.NewClient()
	retrying.Logger = nil
	retrying.HTTPClient.Timeout = 5 * time.Second
	client = retrying.StandardClient()
}
