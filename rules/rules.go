// Package rules holds what qlint reports of queues: one file for each rule, with its documentation and one pure function from the
// model to diagnostics. A rule sees one application in one environment; it never knows a file format.
package rules

import (
	"github.com/qlint-dev/qlint/internal/diag"
	"github.com/qlint-dev/qlint/internal/queue"
	"github.com/qlint-dev/qlint/internal/ruledoc"
)

// Rule is one rule.
type Rule struct {
	ruledoc.Doc
	// Check looks at one application in one environment. It leaves the rule's and application's name to Run.
	Check func(*queue.App) []*diag.Diagnostic
}

// Run checks one application.
func (r *Rule) Run(app *queue.App) []*diag.Diagnostic {
	found := r.Check(app)
	for _, d := range found {
		d.Rule, d.Slug, d.App = r.ID, r.Slug, app.Root
	}
	return found
}

// All lists every rule in the order of its id.
func All() []*Rule {
	return []*Rule{
		unreadableInput,
		unusedIgnore,
		ignoreWithoutReason,
		expiredIgnore,
		staleBaseline,
		jobTimeoutNotBelowRetryAfter,
		workerTimeoutNotBelowRetryAfter,
		horizonTimeoutNotBelowRetryAfter,
		jobTimeoutAboveHorizonTimeout,
		unlimitedTimeout,
		retryAfterMissing,
		retryAfterNotPositive,
		retryAfterNullUnderHorizon,
		retryAfterUncast,
		stopGraceBelowJob,
		stopGraceBelowHorizonTimeout,
		stopOrderExceedsOuterGrace,
		leaseMarginTooSmall,
		timeoutNotEnforced,
		blockForZero,
		blockForBeyondGrace,
		legacyLeaseKey,
		leaseKeyWithoutEffect,
		sharedBackendShortestLease,
		envVariableNotRead,
		visibilityNotAboveTimeout,
		lambdaVisibilityMargin,
		platformGraceCeiling,
		platformDefaultGrace,
		leaseTooLong,
		leaseNotAboveRuntimeLimit,
		ownDrainAboveOuterGrace,
		unlimitedTries,
		horizonTriesMissing,
		negativeTries,
		retriesWithoutBackoff,
		backoffNeverUsed,
		backoffListLongerThanRetries,
		backoffWithoutJitter,
		maxExceptionsUnreachable,
		maxExceptionsWithoutSharedCache,
		retryUntilOverridesTries,
		failedHandlerMissing,
		failedJobsDiscarded,
		failedDriverUnknown,
		failedJobsNeverPruned,
		releasingMiddlewareWithOneTry,
		overlapHotLoop,
		throttleUnit,
		attemptsOverflow,
		maxReceiveBelowTries,
		knobNotPublic,
		knobMethodNotPublic,
		knobIgnored,
		attributeShadowsProperty,
		propertyAndMethod,
		traitPropertyConflict,
		numericStringKnob,
		unknownJobKnob,
		knobMethodWithArguments,
		failedHandlerTypeTooNarrow,
		workerNotRestarted,
		workerExitsBeforeStartsecs,
		shellSwallowsStopSignal,
		suKillsAfterTwoSeconds,
		stopSignalNotHandled,
		keySwallowedByContinuation,
		unknownSupervisorKey,
		invalidSupervisorValue,
		commentTruncatesValue,
		processNameCollision,
		severalMasters,
		environmentValueTruncated,
		includeIgnored,
		daemonizedInContainer,
		stdoutRotation,
		timeoutStopIgnored,
		killMode,
		unknownWorkerOption,
		queueListMalformed,
		queueWithoutWorker,
		unknownConnection,
		workerOnOtherConnection,
		horizonEnvironmentMissing,
		horizonWildcardShadows,
		horizonListMerge,
		horizonSupervisorLeaks,
		horizonProcessBounds,
		horizonConnectionNotRedis,
		unknownHorizonKey,
		horizonBalanceInvalid,
		deployWithoutRestart,
		restartSignalUnreachable,
		memoryLimitOrder,
		memoryZero,
		scheduledWorkerPilesUp,
		syncQueueInProduction,
		workerNeverRecycled,
		queueNotMonitored,
		pcntlMissing,
		storeStopsBeforeWorkers,
		schedulerReplicated,
		memoryAboveContainerLimit,
		sleepNotBelowTimeout,
		uniqueLockNeverExpires,
		uniqueLockShorterThanJob,
		uniqueLockStore,
		uniqueHasNoEffect,
		overlapLockNeverExpires,
		overlapLockBelowTimeout,
		overlapDropsJob,
		debounceWithUnique,
		uniqueWithoutID,
		scheduleOverlapCoversDispatch,
		dispatchInsideTransaction,
		batchIgnoresJobQueue,
		batchWithoutBatchable,
		delayBeyondDriver,
		inlineDriverIgnoresKnobs,
		failoverOrder,
		placeholderQueueURL,
		noSkipLocked,
		versionOverrideWrong,
		envValueBreaks,
		jobsTableMissing,
		queueStoreEvicts,
		sqliteQueueSeveralWorkers,
	}
}
