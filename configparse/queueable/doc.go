// Package queueable reads an application's PHP classes into queue.Jobs: every queued class, what it says about its own timeout,
// attempts and pauses, and the connection and queue that its instances go to. It follows the framework's own code
// (Queue/Queue.php, Events/Dispatcher.php, Notifications/SendQueuedNotifications.php, Mail/SendQueuedMailable.php,
// Broadcasting/BroadcastEvent.php, Support/Traits/ReadsClassAttributes.php), version by version; where the version decides and is
// not known, a value is one of several.
//
// What is not read (a parent in vendor/, an argument of a dispatch that nothing decides) makes the values that hang on it Unknown.
package queueable
