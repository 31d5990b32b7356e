package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/internal/queue"
)

// provider is a service outside the application, and the library that talks to it.
type provider struct {
	prefix string // of the class's full name, folded
	name   string
	kind   queue.EffectKind
}

// providers are known by the start of their classes' names. The first that fits counts.
var providers = []provider{
	{`stripe\`, "Stripe", queue.Payment}, {`laravel\cashier\`, "Cashier", queue.Payment}, {`braintree\`, "Braintree", queue.Payment},
	{`adyen\`, "Adyen", queue.Payment}, {`mollie\`, "Mollie", queue.Payment}, {`square\`, "Square", queue.Payment},
	{`razorpay\`, "Razorpay", queue.Payment}, {`paypal\`, "PayPal", queue.Payment}, {`paypalcheckoutsdk\`, "PayPal", queue.Payment},
	{`paypalserversdklib\`, "PayPal", queue.Payment}, {`srmklive\paypal\`, "PayPal", queue.Payment}, {`gocardlesspro\`, "GoCardless", queue.Payment},
	{`mercadopago\`, "Mercado Pago", queue.Payment}, {`omnipay\`, "Omnipay", queue.Payment}, {`yookassa\`, "YooKassa", queue.Payment},
	{`illuminate\http\client\`, "the HTTP client", queue.RemoteCall}, {`guzzlehttp\`, "Guzzle", queue.RemoteCall},
	{`symfony\component\httpclient\`, "Symfony's HTTP client", queue.RemoteCall}, {`symfony\contracts\httpclient\`, "Symfony's HTTP client", queue.RemoteCall},
	{`psr\http\client\`, "an HTTP client", queue.RemoteCall}, {`soapclient`, "a SOAP service", queue.RemoteCall},
	{`aws\`, "AWS", queue.RemoteCall}, {`google\cloud\`, "Google Cloud", queue.RemoteCall}, {`openai\`, "OpenAI", queue.RemoteCall},
	{`twilio\`, "Twilio", queue.Mail}, {`vonage\`, "Vonage", queue.Mail}, {`sendgrid\`, "SendGrid", queue.Mail}, {`postmark\`, "Postmark", queue.Mail},
	{`mailgun\`, "Mailgun", queue.Mail},
}

// providerOf is the service that a class is a client of, nil for any other class. A class that only carries data is no client: of classes
// that are made by new, those count whose name says so.
func providerOf(class string) *provider {
	key := fold(class)
	for i := range providers {
		if s := &providers[i]; strings.HasPrefix(key, s.prefix) && (strings.HasSuffix(s.prefix, `\`) || key == s.prefix) {
			return s
		}
	}
	return nil
}

// isClient says that a class of a service talks to it.
func isClient(class string) bool {
	_, last := cutLast(fold(class), '\\')
	return strings.HasSuffix(last, "client") || strings.HasSuffix(last, "clientinterface") || last == "gateway" || last == "pendingrequest" || last == "factory"
}

// httpVerbs are the methods of the HTTP client that send a request, folded.
var httpVerbs = map[string]bool{
	"get": true, "head": true, "post": true, "put": true, "patch": true, "delete": true, "send": true, "pool": true, "batch": true,
}

// paymentVerbs are static methods of payment libraries that ask the provider, folded.
var paymentVerbs = map[string]bool{
	"create": true, "retrieve": true, "update": true, "capture": true, "cancel": true, "confirm": true, "refund": true, "all": true, "charge": true,
	"sale": true, "void": true, "submitforsettlement": true, "stripe": true,
}

// mailVerbs are the methods of the facade Mail that send at once, folded.
var mailVerbs = map[string]bool{"send": true, "sendnow": true, "raw": true, "html": true, "plain": true}

// remoteFunctions are functions of PHP that open a connection.
var remoteFunctions = map[string]bool{
	"curl_exec": true, "curl_multi_exec": true, "fsockopen": true, "stream_socket_client": true, "ftp_connect": true, "ssh2_connect": true,
}

// running says that a status means that work has begun and is not over.
func running(status string) bool {
	switch strings.NewReplacer("_", "", "-", "", " ", "").Replace(strings.ToLower(status)) {
	case "running", "processing", "inprogress", "started", "executing", "syncing", "importing", "generating":
		return true
	}
	return false
}
