// Places an order once and reads what happens to the client's orders, each event once, over plain HTTP. Go 1.19 or
// later, without any module:
//
//	CLIENT_ID=... DEVELOPER_API_KEY=... go run order_and_events.go http://127.0.0.1:8080 ISSUER SECURITY
//
// The rules that it follows: docs/api/conventions.md (C1, C34), docs/api/stream.md (getEvents).
package main

import (
	"bytes"
	"crypto/rand"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"io"
	"log"
	"math"
	mathrand "math/rand"
	"net/http"
	"net/url"
	"os"
	"strconv"
	"time"
)

const tries = 6

var (
	base = os.Args[1]
	// An answer with events may take the five seconds that a call waits for them.
	client = &http.Client{Timeout: 15 * time.Second}
)

// createOrder returns the order. The same key and body at each try: done once, whatever breaks.
func createOrder(fields map[string]any) map[string]any {
	body, err := json.Marshal(fields)
	if err != nil {
		log.Fatal(err)
	}
	key := make([]byte, 16)
	if _, err := rand.Read(key); err != nil {
		log.Fatal(err)
	}
	header := http.Header{"Content-Type": {"application/json"}, "Idempotency-Key": {hex.EncodeToString(key)}}
	answer := answered(http.MethodPost, "/v3/createOrder", header, body)
	return answer["orderDetails"].(map[string]any)
}

// events returns those after the cursor, as soon as there is one, and the cursor of the next call.
func events(cursor string) ([]any, string) {
	query := url.Values{"after": {cursor}, "wait": {"5"}}
	answer := answered(http.MethodGet, "/v3/events?"+query.Encode(), http.Header{}, nil)
	return answer["events"].([]any), answer["cursor"].(string)
}

// answered repeats what had no answer, or was to be repeated, after pauses that grow.
func answered(verb, path string, header http.Header, body []byte) map[string]any {
	for failures := 0; failures < tries; failures++ {
		wait := mathrand.Float64() * math.Min(5, 0.1*math.Pow(2, float64(failures)))
		answer, status, retryAfter, err := send(verb, path, header, body)
		if err == nil && status != 429 && status < 502 {
			if answer["statusCode"] != "101" {
				log.Fatalf("%s was refused: %v %v", path, answer["statusDesc"], answer["Error(s)"])
			}
			return answer
		}
		time.Sleep(time.Duration(math.Max(wait, retryAfter) * float64(time.Second)))
	}
	log.Fatalf("%s: no answer", path)
	return nil
}

func send(verb, path string, header http.Header, body []byte) (
	answer map[string]any, status int, retryAfter float64, err error,
) {
	request, err := http.NewRequest(verb, base+path, bytes.NewReader(body))
	if err != nil {
		return nil, 0, 0, err
	}
	request.Header = header.Clone()
	request.Header.Set("Authorization", "Bearer "+os.Getenv("CLIENT_ID")+":"+os.Getenv("DEVELOPER_API_KEY"))
	response, err := client.Do(request)
	if err != nil {
		return nil, 0, 0, err
	}
	defer response.Body.Close()
	retryAfter, _ = strconv.ParseFloat(response.Header.Get("Retry-After"), 64)
	text, err := io.ReadAll(response.Body)
	if err == nil {
		err = json.Unmarshal(text, &answer)
	}
	return answer, response.StatusCode, retryAfter, err
}

func main() {
	// Where the venue is before the order is sent: all events of the order come after it.
	answer := answered(http.MethodGet, "/v3/events?after=latest", http.Header{}, nil)
	cursor := answer["cursor"].(string)
	order := createOrder(map[string]any{
		"memberid": "1", "issuerid": os.Args[2], "securityid": os.Args[3], "type": "Limit", "action": "Buy",
		"quantity": 10, "price": "9.50", "expiration": "Day", "disclosePrice": "Yes", "solicited": "Unsolicited",
	})
	fmt.Println("order", order["orderId"], order["orderStatus"])
	seconds, err := strconv.ParseFloat(os.Getenv("SECONDS_TO_WATCH"), 64)
	if err != nil {
		seconds = 30
	}
	for until := time.Now().Add(time.Duration(seconds * float64(time.Second))); time.Now().Before(until); {
		var found []any
		found, cursor = events(cursor)
		for _, one := range found {
			event := one.(map[string]any)
			// Each has a field of the name of its type; the orders of this client are among them.
			if order, isOrder := event["order"].(map[string]any); isOrder {
				fmt.Println(event["eventTime"], order["orderId"], order["change"], order["orderStatus"])
			}
		}
	}
}
