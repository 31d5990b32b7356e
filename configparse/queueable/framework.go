package queueable

import (
	"strings"

	"github.com/qlint-dev/qlint/configparse/phpeval"
	"github.com/qlint-dev/qlint/internal/queue"
)

// Names of the framework, folded to lower case.
const (
	shouldQueue        = `illuminate\contracts\queue\shouldqueue`
	shouldBeUnique     = `illuminate\contracts\queue\shouldbeunique`
	shouldBroadcast    = `illuminate\contracts\broadcasting\shouldbroadcast`
	shouldBroadcastNow = `illuminate\contracts\broadcasting\shouldbroadcastnow`
	notification       = `illuminate\notifications\notification`
	mailable           = `illuminate\mail\mailable`
	busQueueable       = `illuminate\bus\queueable`
	queueable          = `illuminate\foundation\queue\queueable`
	busBatchable       = `illuminate\bus\batchable`
	busDispatchable    = `illuminate\foundation\bus\dispatchable`
	attributes         = `illuminate\queue\attributes\`
)

// outsideAncestors are classes, interfaces and traits outside the application that decide whether a class is queued, each with what
// it extends, implements and uses.
var outsideAncestors = map[string][]string{
	shouldQueue: nil,
	`illuminate\contracts\queue\shouldqueueaftercommit`: {shouldQueue},
	shouldBeUnique:    nil,
	untilProcessing:   {shouldBeUnique},
	broadcastOnceOnly: nil,
	`illuminate\contracts\queue\shouldbeencrypted`: nil,
	shouldBroadcast:    nil,
	shouldBroadcastNow: {shouldBroadcast},
	notification:       nil,
	`illuminate\auth\notifications\resetpassword`: {notification},
	`illuminate\auth\notifications\verifyemail`:   {notification},
	mailable:        {`illuminate\contracts\mail\mailable`},
	busQueueable:    nil,
	busBatchable:    nil,
	busDispatchable: nil,
	queueable: {
		busQueueable, busDispatchable, `illuminate\queue\interactswithqueue`, `illuminate\queue\serializesmodels`,
	},
	`spatie\webhookclient\jobs\processwebhookjob`:                           {shouldQueue, busQueueable, busDispatchable},
	`spatie\webhookclient\processwebhookjob`:                                {shouldQueue, busQueueable, busDispatchable},
	`maatwebsite\excel\concerns\shouldqueuewithoutchain`:                    {shouldQueue},
	`illuminate\events\callqueuedlistener`:                                  {shouldQueue, busQueueable},
	`illuminate\queue\callqueuedclosure`:                                    {shouldQueue, busQueueable, busDispatchable},
	`illuminate\notifications\sendqueuednotifications`:                      {shouldQueue, busQueueable},
	`illuminate\broadcasting\broadcastevent`:                                {shouldQueue, busQueueable},
	`illuminate\mail\sendqueuedmailable`:                                    {busQueueable},
	`illuminate\bus\chainedbatch`:                                           {shouldQueue, busQueueable, busDispatchable},
	`illuminate\foundation\console\queuedcommand`:                           {shouldQueue, busQueueable, busDispatchable},
	`laravel\scout\jobs\makesearchable`:                                     {shouldQueue, busQueueable},
	`laravel\scout\jobs\removefromsearch`:                                   {shouldQueue, busQueueable},
	`spatie\medialibrary\conversions\jobs\performconversionsjob`:            {shouldQueue, busQueueable},
	`spatie\medialibrary\responsiveimages\jobs\generateresponsiveimagesjob`: {shouldQueue, busQueueable},
}

// withKnobs are classes of the framework that have knobs of their own; a child's knobs are then not all known.
var withKnobs = map[string]bool{
	`illuminate\events\callqueuedlistener`: true, `illuminate\queue\callqueuedclosure`: true,
	`illuminate\notifications\sendqueuednotifications`: true, `illuminate\broadcasting\broadcastevent`: true,
	`illuminate\mail\sendqueuedmailable`: true, `illuminate\bus\chainedbatch`: true,
	`illuminate\foundation\console\queuedcommand`: true, `illuminate\database\eloquent\broadcastsevents`: true,
	`illuminate\queue\jobs\job`: true, `illuminate\database\eloquent\broadcastablemodeleventoccurred`: true,
}

// bare are classes of other packages that are known to declare no knob and whose constructors set none.
var bare = map[string]bool{
	`spatie\webhookclient\jobs\processwebhookjob`: true, `spatie\webhookclient\processwebhookjob`: true,
}

// Outside says what is known of a class that is not the application's own: whether it is, extends, implements or uses another. It
// is meant for phpeval.Classes.Outside.
func Outside(class, of string) queue.Verdict {
	class, of = fold(class), fold(of)
	if class == of {
		return queue.Yes
	}
	above, known := outsideAncestors[class]
	if !known {
		return queue.Maybe
	}
	for _, name := range above {
		if Outside(name, of) == queue.Yes {
			return queue.Yes
		}
	}
	return queue.No
}

// Lacks says that a class outside the application is known to declare no such member. It is meant for phpeval.Classes.Lacks and
// knows only the members that this package looks for. The null defaults of Bus\Queueable count as not declared.
func Lacks(class string, kind phpeval.MemberKind, name string) bool {
	class = fold(class)
	if !lacksKnobs(class) {
		return false
	}
	switch kind {
	case phpeval.PropertyMember:
		return knobProperties[name]
	case phpeval.MethodMember:
		return knobMethods[fold(name)]
	default:
		return strings.HasPrefix(class, `illuminate\contracts\`)
	}
}

// lacksKnobs says that a class outside the application, folded, declares none of the members below.
func lacksKnobs(class string) bool {
	return !withKnobs[class] && (strings.HasPrefix(class, `illuminate\`) || bare[class])
}

// knobProperties are the properties that the framework reads of a queued class.
var knobProperties = map[string]bool{
	"timeout": true, "tries": true, "backoff": true, "retryAfter": true, "maxExceptions": true, "failOnTimeout": true,
	"retryUntil": true, "timeoutAt": true, "connection": true, "queue": true, "broadcastQueue": true, "uniqueFor": true, "uniqueId": true,
	"debounceFor": true,
}

// knobMethods are the methods that the framework calls on a queued class before it is pushed, folded. The constructors of the
// framework's own classes set no knob.
var knobMethods = map[string]bool{
	"tries": true, "backoff": true, "retryafter": true, "retryuntil": true, "viaconnection": true, "viaqueue": true,
	"viaconnections": true, "viaqueues": true, "broadcastqueue": true, "shouldbroadcastnow": true, "__construct": true,
	"__get": true, "__isset": true, "handle": true, "__invoke": true, "queue": true, "via": true, "uniquefor": true, "uniqueid": true,
	"uniquevia": true, "middleware": true,
}

// fold is a class or method name as PHP compares it.
func fold(name string) string { return strings.ToLower(strings.TrimPrefix(name, `\`)) }
