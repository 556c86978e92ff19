// Made by "npm run generate" from openapi.json; edit the route schemas instead.
export interface paths {
    "/api-keys": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List API keys
         * @description Newest first, without their secrets.
         */
        get: operations["listApiKeys"];
        put?: never;
        /** Create an API key */
        post: operations["createApiKey"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/api-keys/{key_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an API key */
        get: operations["getApiKey"];
        put?: never;
        post?: never;
        /** Revoke an API key */
        delete: operations["deleteApiKey"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List benchmarks */
        get: operations["listBenchmarks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/benchmarks/{benchmark_type}/fetch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Download the files of a public benchmark
         * @description Requires an admin. A request with an agent’s key waits in a workspace for an admin’s approval.
         */
        post: operations["fetchBenchmark"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/frameworks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List frameworks */
        get: operations["listCatalogFrameworks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/hardware": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List GPUs and GPU instances */
        get: operations["listCatalogHardware"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/models": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List catalogue models */
        get: operations["listCatalogModels"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices set for all workspaces
         * @description The prices in force. A workspace may have prices of its own.
         */
        get: operations["listCatalogPrices"];
        put?: never;
        /**
         * Set the price of a model for all workspaces
         * @description New evaluations use this price on its days for estimates, limits and charges, in place of the prices of the provider and of the catalogue. It replaces earlier prices of the model whose days it covers completely. Existing evaluations keep their figures.
         */
        post: operations["createCatalogPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/prices/{price_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a price set for all workspaces */
        get: operations["getCatalogPrice"];
        put?: never;
        post?: never;
        /**
         * Withdraw a price set for all workspaces
         * @description The price stays in the history, and existing evaluations keep it.
         */
        delete: operations["deleteCatalogPrice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/catalog/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List catalogue providers */
        get: operations["listCatalogProviders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/errors": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List error codes */
        get: operations["listErrors"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/graders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List graders */
        get: operations["listGraders"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/healthz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Liveness probe */
        get: operations["getHealthz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List model providers */
        get: operations["listProviders"];
        put?: never;
        /**
         * Create a model provider
         * @description All workspaces can use it at once. Its key is encrypted and never returned.
         */
        post: operations["createProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/rewrap": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Encrypt all stored keys by the first encryption key
         * @description After a new key was put first in `ENCRYPTION_KEYS`. Then the old one can be removed.
         */
        post: operations["rewrapProviders"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/providers/{provider_name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a model provider */
        get: operations["getProvider"];
        put?: never;
        post?: never;
        /**
         * Delete a model provider
         * @description Only for providers that were added. New runs are refused. Runs in progress finish with the stored key; cancel them, or revoke the key at the provider, if it must no longer be used.
         */
        delete: operations["deleteProvider"];
        options?: never;
        head?: never;
        /**
         * Update a model provider
         * @description Only for providers that were added. A new scheme, host or port needs the key again, because the stored key is sent nowhere else.
         */
        patch: operations["updateProvider"];
        trace?: never;
    };
    "/providers/{provider_name}/check": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check what a model provider can do
         * @description Lists its models and, with `model_id`, sends up to 4 short requests, which may cost money.
         */
        post: operations["checkProvider"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/readyz": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Readiness probe
         * @description Succeeds if storage is migrated and writable and the search indexes are built.
         */
        get: operations["getReadyz"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/session": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the current identity
         * @description The role and scope of the key or session of this request.
         */
        get: operations["getSession"];
        put?: never;
        /**
         * Create a browser session
         * @description Exchanges an API key for a session cookie.
         */
        post: operations["createSession"];
        /** End the current session */
        delete: operations["deleteSession"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List workspaces
         * @description Newest first.
         */
        get: operations["listWorkspaces"];
        put?: never;
        /** Create a workspace */
        post: operations["createWorkspace"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a workspace */
        get: operations["getWorkspace"];
        put?: never;
        post?: never;
        /** Delete a workspace and its contents */
        delete: operations["deleteWorkspace"];
        options?: never;
        head?: never;
        /** Update a workspace */
        patch: operations["updateWorkspace"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/approvals": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List approvals
         * @description Newest first.
         */
        get: operations["listApprovals"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/approvals/{approval_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an approval */
        get: operations["getApproval"];
        put?: never;
        /**
         * Approve or decline a request
         * @description Approval runs the requested operation at once.
         */
        post: operations["decideApproval"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List evaluations
         * @description Newest first.
         */
        get: operations["listEvaluations"];
        put?: never;
        /** Create an evaluation */
        post: operations["createEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/compare": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Compare evaluations
         * @description Stores a completed evaluation whose targets are the targets of the given ones, compared on the items that all of them have with the same question, expected answer and grader; no model is called. `warnings` and the manifest state how many items are shared, how many were changed, and how many only some evaluations have.
         */
        post: operations["compareEvaluations"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Estimate the cost and statistical power of an evaluation
         * @description Nothing is run.
         */
        post: operations["estimateEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/import": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Import the results of another evaluation tool
         * @description Stores the results in the files as a completed evaluation whose targets are compared item by item; no model is called. Supported files: logs of Inspect (`.eval`, JSON), `results_….json` and `samples_….jsonl` of lm-evaluation-harness, results of promptfoo (JSON, JSONL), logs of OpenAI Evals (JSONL), and experiments of Braintrust and Langfuse (JSON, JSONL, CSV); at most 256 MB in total. Files of one form field form one run, whose label is the name of the field; for `run`, `run-1`, `run-2` and so on, the label is the model. Items that some runs lack are excluded and listed in `warnings` and in the manifest.
         */
        post: operations["importEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/preflight": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Check the targets and judges of an evaluation
         * @description Sends one request to each target and judge and returns which of them respond.
         */
        post: operations["preflightEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an evaluation */
        get: operations["getEvaluation"];
        put?: never;
        post?: never;
        /** Delete an evaluation */
        delete: operations["deleteEvaluation"];
        options?: never;
        head?: never;
        /** Update an evaluation */
        patch: operations["updateEvaluation"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/batches": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the provider batches of an evaluation */
        get: operations["listEvaluationBatches"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an evaluation
         * @description Stops the evaluation and keeps its measurements.
         */
        post: operations["cancelEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/export": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Export an evaluation */
        get: operations["getEvaluationExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/manifest": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the manifest of an evaluation
         * @description The inputs that determine the requests: versions, seeds, hashes and parameters.
         */
        get: operations["getEvaluationManifest"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/migration": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get the migration advice of an evaluation
         * @description Whether to move from the baseline to a candidate, and by when.
         */
        get: operations["getEvaluationMigration"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/reanalysis": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reanalyse an evaluation with other margins
         * @description Tests from the same responses which candidates are no worse. The result is exploratory and is not stored.
         */
        post: operations["createEvaluationReanalysis"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/rerun": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rerun an evaluation as a new one
         * @description Creates an evaluation with the same plan and items, and sends every request again.
         */
        post: operations["rerunEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/rescore": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rescore an evaluation
         * @description Grades the stored responses again. Targets are not called; judges are called only where they failed.
         */
        post: operations["rescoreEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/resume": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Resume an evaluation
         * @description Sends the requests that have not been sent yet.
         */
        post: operations["resumeEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Retry an evaluation
         * @description Repeats failed requests and sends those that have not been sent yet.
         */
        post: operations["retryEvaluation"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List samples
         * @description In plan order.
         */
        get: operations["listEvaluationSamples"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/counts": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Count samples by filter
         * @description The number of rows that each further filter would leave.
         */
        get: operations["getEvaluationSampleCounts"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/matrix": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the sample matrix
         * @description A page of the table of items and targets.
         */
        get: operations["listEvaluationSampleMatrix"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/{sample_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a sample */
        get: operations["getEvaluationSample"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/samples/{sample_id}/labels": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the labels of a sample
         * @description Oldest first.
         */
        get: operations["listEvaluationSampleLabels"];
        put?: never;
        /** Add a label to a sample */
        post: operations["createEvaluationSampleLabel"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Stream the events of a workspace
         * @description Server-sent events, each a notice to read a resource again. Events are not replayed: after the first event of a stream, `resync`, and whenever it is sent again because a reader was too slow, read everything that you show. The other events have the `id` of their resource in `data`: `workspace.updated`, `workspace.deleted`, `source.updated`, `source.deleted`, `import.updated`, `import.deleted`, `scenario.updated`, `scenario.deleted`, `stack.updated`, `stack.deleted`, `evaluation.progress`, `evaluation.completed`, `evaluation.deleted`, `series.updated`, `series.looked`, `series.deleted`, `approval.created`, `approval.decided`, `message.delta`, `message.completed`, `message.deleted`, `conversation.deleted`. `….updated` means that a resource was created or changed, `….deleted` that it was deleted. `conversation.deleted` covers all messages; `workspace.deleted` is the last event of a stream. A comment every 15 seconds keeps the connection open. The stream ends with the workspace or the key.
         */
        get: operations["getEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/graders/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Try a grader on one sample
         * @description Grades a given sample, or one of an evaluation, by any grader that calls no model, and stores nothing. An error in code has its line and column.
         */
        post: operations["tryGrader"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/imports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List imports
         * @description Newest first.
         */
        get: operations["listImports"];
        put?: never;
        /**
         * Create an import of recorded traffic
         * @description Send the file in parts with PUT …/imports/{import_id}/content.
         */
        post: operations["createImport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/imports/{import_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get an import */
        get: operations["getImport"];
        put?: never;
        post?: never;
        /** Delete an import and its sources */
        delete: operations["deleteImport"];
        options?: never;
        head?: never;
        /** Update an import */
        patch: operations["updateImport"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/imports/{import_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        /**
         * Upload a part of the file of an import
         * @description Complete records are redacted, stored and counted in `received_bytes`. A record that is cut at the end of a part is not stored; send it again at the start of the next part. If a part or its response is lost, get the import and continue from its `received_bytes`. Each part may be compressed with gzip; offsets count uncompressed bytes.
         */
        put: operations["replaceImportContent"];
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/messages": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List messages
         * @description Oldest first. Pages by `limit` and `offset`; this list has no cursor.
         */
        get: operations["listMessages"];
        put?: never;
        /**
         * Create a message
         * @description An agent answers messages with role `user` unless `respond` is false. The message is returned at once; `answer_id` names the answer, which is written in the background. With `Accept: text/event-stream` the answer is streamed: the event `message` has the answer so far; `delta` (`{text}`) has text to append to its content; `citation`, `step` and `made` follow as they arise; the last event is `done` with the whole message, or `deleted`. After a lost connection, get the message again to receive the rest. A comment every 15 seconds keeps the connection open.
         */
        post: operations["createMessage"];
        /** Delete all messages */
        delete: operations["deleteMessages"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/messages/{message_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a message, or stream an answer
         * @description With `Accept: text/event-stream` the message is streamed: the event `message` has the answer so far; `delta` (`{text}`) has text to append to its content; `citation`, `step` and `made` follow as they arise; the last event is `done` with the whole message, or `deleted`. After a lost connection, get the message again to receive the rest. A comment every 15 seconds keeps the connection open.
         */
        get: operations["getMessage"];
        put?: never;
        post?: never;
        /** Delete a message */
        delete: operations["deleteMessage"];
        options?: never;
        head?: never;
        /** Pin or unpin a message */
        patch: operations["updateMessage"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/messages/{message_id}/steps": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the tool calls of an answer */
        get: operations["listMessageSteps"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/messages/{message_id}/stop": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Stop an answer that is being written */
        post: operations["stopMessage"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/prices": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List prices set for a workspace
         * @description The prices in force, including those set for all workspaces.
         */
        get: operations["listPrices"];
        put?: never;
        /**
         * Set the price of a model for a workspace
         * @description New evaluations use this price on its days for estimates, limits and charges, in place of the prices of the provider and of the catalogue. It replaces earlier prices of the model whose days it covers completely. Existing evaluations keep their figures.
         */
        post: operations["createPrice"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/prices/{price_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a price set for a workspace */
        get: operations["getPrice"];
        put?: never;
        post?: never;
        /**
         * Withdraw a price set for a workspace
         * @description The price stays in the history, and existing evaluations keep it.
         */
        delete: operations["deletePrice"];
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/scenarios": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List scenarios
         * @description Newest first.
         */
        get: operations["listScenarios"];
        put?: never;
        /** Create a scenario */
        post: operations["createScenario"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/scenarios/{scenario_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a scenario */
        get: operations["getScenario"];
        put?: never;
        post?: never;
        /** Delete a scenario */
        delete: operations["deleteScenario"];
        options?: never;
        head?: never;
        /**
         * Update a scenario
         * @description A JSON Merge Patch. name and workload_type are required; absent fields are unchanged.
         */
        patch: operations["updateScenario"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search the sources of a workspace
         * @description Returns ranked chunks with their location and the matching words. Scores lie in [0, 1]. Keyword scores are r / (r + 5) of a BM25 relevance r, lowered from the fourth chunk of a source on.
         */
        post: operations["search"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/series": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List series
         * @description Newest first.
         */
        get: operations["listSeries"];
        put?: never;
        /**
         * Create a series
         * @description Repeats an evaluation on a schedule or on demand.
         */
        post: operations["createSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/series/estimate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Estimate the cost and sensitivity of a series */
        post: operations["estimateSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/series/{series_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a series
         * @description Returns the series with its runs.
         */
        get: operations["getSeries"];
        put?: never;
        post?: never;
        /**
         * Delete a series
         * @description Deletes the series and keeps its evaluations.
         */
        delete: operations["deleteSeries"];
        options?: never;
        head?: never;
        /**
         * Update a series
         * @description Changes name, description, schedule and budget, or pauses the series.
         */
        patch: operations["updateSeries"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/series/{series_id}/runs": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Run a series now */
        post: operations["runSeries"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List sources
         * @description Newest first. Without `limit`, all sources are streamed.
         */
        get: operations["listSources"];
        put?: never;
        /**
         * Add a source
         * @description Accepts JSON or a streamed upload. For an upload, send the bytes of a text (`text/*` or JSON lines; HTML is read as a page), of a PDF (`application/pdf`), or of a table in XLSX, Parquet or packed by gzip (its media type or `application/octet-stream`, with `type=text`) as the body, and `type`, `filename` and `title` in the query.
         */
        post: operations["createSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/inspect": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Inspect a file as a dataset
         * @description Returns the columns of a table, the role of each (such as `input` or `expected`) and the rows that cannot be read. Nothing is stored. The file is CSV with any delimiter, JSON, JSON lines, XLSX, Parquet or a Markdown table, in any encoding, optionally compressed with gzip, of at most 64 MB, and must arrive within 60 seconds.
         */
        post: operations["inspectSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a source */
        get: operations["getSource"];
        put?: never;
        post?: never;
        /** Delete a source */
        delete: operations["deleteSource"];
        options?: never;
        head?: never;
        /** Update a source */
        patch: operations["updateSource"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/chunks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the chunks of a source
         * @description In the order of the content.
         */
        get: operations["listSourceChunks"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the extracted text of a source */
        get: operations["getSourceContent"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/original": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get the original of a source */
        get: operations["getSourceOriginal"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/reindex": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Reindex a source */
        post: operations["reindexSource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/retry": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Retry a failed source */
        post: operations["retrySource"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/rows": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the rows of a dataset
         * @description The rows of a tabular source, in order, keyed by column name.
         */
        get: operations["listSourceRows"];
        put?: never;
        /**
         * Change the rows of a dataset
         * @description Adds, edits and removes rows of an uploaded table. The result is a new version, which evaluations use from then on; earlier versions stay as they are until the source is deleted. Search and `content` show the table as it was uploaded.
         */
        post: operations["changeSourceRows"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/sources/{source_id}/versions": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the versions of a dataset
         * @description Newest first. The first version is the table that was uploaded.
         */
        get: operations["listSourceVersions"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/stacks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List stacks
         * @description Newest first.
         */
        get: operations["listStacks"];
        put?: never;
        /** Create a stack */
        post: operations["createStack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/stacks/try": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Test a stack with one item */
        post: operations["tryStack"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/stacks/{stack_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** Get a stack */
        get: operations["getStack"];
        put?: never;
        post?: never;
        /** Delete a stack */
        delete: operations["deleteStack"];
        options?: never;
        head?: never;
        /**
         * Update a stack
         * @description A JSON Merge Patch. name and model are required (model may be {}); absent fields are unchanged.
         */
        patch: operations["updateStack"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description Newest first.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Sends events to an address. The response contains the secret, which is shown only once.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks/{webhook_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Get a webhook
         * @description Returns the webhook without its secret.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Also deletes its deliveries.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /** Update a webhook */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /** List the deliveries of a webhook */
        get: operations["listWebhookDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks/{webhook_id}/deliveries/{delivery_id}/resend": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Resend a webhook delivery */
        post: operations["resendWebhookDelivery"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks/{webhook_id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Rotate the secret of a webhook */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/workspaces/{workspace_id}/webhooks/{webhook_id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /** Send a test message to a webhook */
        post: operations["testWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export type webhooks = Record<string, never>;
export interface components {
    schemas: {
        AdherenceReport: {
            target_label: string;
            benchmark: string;
            /** @description Number of graded responses: one for each item and epoch. */
            answers: number;
            /** @description Responses that break any rule, with an interval clustered by item. */
            breaking: {
                share: number | null;
                ci_low: number | null;
                ci_high: number | null;
            };
            /** @description The share of responses that keep each rule, lowest first; at most 100 rules. */
            rules: {
                rule: string;
                kept: {
                    share: number | null;
                    ci_low: number | null;
                    ci_high: number | null;
                };
            }[];
        };
        AnswerCost: {
            target_label: string;
            benchmark: string;
            /** @description The mean cost of a response over the items that both answered. */
            candidate_usd: number;
            baseline_usd: number;
            /** @description candidate / baseline; null if either costs nothing. */
            ratio: number | null;
            /** @description A two-sided bound at `confidence_level`. It reflects how token usage varies between items; prices are treated as exact. */
            ci_low: number | null;
            ci_high: number | null;
            /** @description Number of items that both answered and whose costs are known. */
            n: number;
            sentence: string;
        };
        /** @description One event of a streamed answer. */
        AnswerEvent: {
            /** @enum {string} */
            event: "message" | "delta" | "citation" | "step" | "made" | "done" | "deleted";
            data: {
                [key: string]: unknown;
            };
        };
        ApiKey: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            /**
             * @description `viewer` reads; `editor` also writes; `admin` also manages keys and workspaces.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description The workspaces that the key is limited to. */
            workspaces: string[] | null;
            /** @description Whether the key belongs to an agent (role viewer or editor). Its requests that cost money or load need a person’s approval. */
            agent: boolean;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
        };
        ApiKeyPage: {
            data: components["schemas"]["ApiKey"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        /** @description A request for an operation that costs money or load and needs a person’s approval. */
        Approval: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            /**
             * @description The operation to approve. `create` makes an evaluation, `fetch` downloads the files of a public benchmark; the others act on the evaluation named in `body`.
             * @enum {string}
             */
            action: "create" | "resume" | "retry" | "rescore" | "rerun" | "fetch";
            /** @description The exact input of the operation: a NewEvaluation, `{evaluation_id, max_cost_usd?}` or `{benchmark_type}`. */
            body: {
                [key: string]: unknown;
            };
            /** @description SHA-256 of `action` and `body`, in hex. */
            body_hash: string;
            /** @description The name of the evaluation; for `fetch`, of the benchmark. */
            evaluation_name: string;
            estimate: components["schemas"]["Estimate"];
            /** @description The `max_cost_usd` that applies: the requested limit, or one set from the estimate. Null if no model has a known price, or if the existing evaluation has no limit. */
            cap_usd: number | null;
            /** @description The id of the requesting key, `open`, or `owner`. */
            asked_by: string;
            /** @description The name of the requesting key. */
            asked_by_name: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            message_id: string | null;
            /**
             * @description `pending` until a person decides or the approval expires. `withdrawn`: the requester cancelled it.
             * @enum {string}
             */
            status: "pending" | "approved" | "declined" | "withdrawn" | "expired";
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            expires_at: string;
            /** @description Who decided, in the form of `asked_by`. */
            decided_by: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            decided_at: string | null;
            /** @description The evaluation that resulted. Null before approval, and for `fetch`. */
            result: {
                /**
                 * Format: uuid
                 * @description A UUID of version 7, in lower case.
                 */
                evaluation_id: string;
            } | null;
        };
        ApprovalPage: {
            data: components["schemas"]["Approval"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        Benchmark: {
            type: string;
            title: string;
            available: boolean;
            /** @description Why the benchmark is not available. */
            reason: string | null;
            measures: string;
            does_not_measure: string | null;
            licence: string;
            size: string | null;
            data_from: string | null;
            /** @description Whether the benchmark can run now without network access other than to the models. */
            offline: boolean | null;
            /** @description Why scores may differ from published ones. */
            differs_from_published: string | null;
            /** @description The files in BENCHMARK_DATA_DIR/<type>/. */
            files: {
                name: string;
                address: string;
                /** @description SHA-256 of the file. If known, other files are refused. */
                sha256: string | null;
                /** @description Whether only some subsets need the file. */
                optional: boolean;
            }[];
            version: string | null;
            metric: {
                name: string;
                chance_level: number | null;
            } | null;
            /** @description Whether a short program without a model scores near 1 on the items without `subset`. A high score then shows only that the target is called and its responses are read, not that it does your work well. */
            smoke_test: boolean;
            subsets: {
                name: string;
                description: string;
                /** @description Whether the items of this subset are a smoke test. */
                smoke_test: boolean;
            }[];
            /** @description Whether `subset` names a source of the workspace. */
            subset_is_source: boolean;
            /** @description The display name in results. */
            name: string;
            /** @description The kind of measurement, such as `answers`, `tasks` or `load`; null if the benchmark is not implemented yet. */
            kind: string | null;
            /** @description Whether the benchmark has scores, which are compared. */
            scored: boolean;
            /**
             * @description The objects that `num_samples` counts; null if no requests are made.
             * @enum {string|null}
             */
            counts: "items" | "requests" | null;
            /** @description Whether it can be used with `delivery: batch`. */
            in_batches: boolean;
            needs: {
                /** @description Whether an evaluation that uses this benchmark needs a scenario. */
                scenario: boolean;
                /**
                 * @description Whether its items come from no source, from the source that `subset` names, or from all sources of the workspace.
                 * @enum {string}
                 */
                source: "none" | "one" | "many";
            };
            /** @description The measures in `methodology.no_worse_margins` that it supports. */
            margins: {
                name: string;
                /** @description The margin that the preset `equivalence` uses. */
                default: number | null;
            }[];
            /** @description The conditions under which its items are sent. Each has its own score, `<benchmark>/<condition>`. */
            conditions: components["schemas"]["NamedPart"][];
            /** @description Whether `subset` may end in `/<condition>` to select one condition. */
            condition_in_subset: boolean;
            /** @description Metrics with scores in addition to `metric`, as `<benchmark>/<metric>`. */
            further_metrics: components["schemas"]["NamedPart"][];
            /** @description For load: the number of processes that can currently send it, see `generators` of an evaluation. Absent if only one can. */
            generators?: number;
        };
        BenchmarkChoice: {
            benchmark_type: string;
            subset?: string;
            /** @description The version of the source named by `subset`; defaults to the present one. */
            dataset_version?: string;
            num_samples?: number;
            trace?: components["schemas"]["Trace"];
            sessions?: components["schemas"]["Sessions"];
            /**
             * @description For load: whether a server may reuse cached prompt prefixes. `allow` is the default for sessions; `defeat` is the default for single requests, which then begin with unique words.
             * @enum {string}
             */
            prefix_cache?: "allow" | "defeat";
            /**
             * @description For load and latency: the content of the requests. `items`: the items of the source benchmarks and the custom evaluation in this evaluation. `synthetic`: random words with the token counts of the workload; costs then describe those requests. Defaults to `items` if there are any. Not used with sessions or a trace with sizes, which define their own content.
             * @enum {string}
             */
            prompts?: "items" | "synthetic";
            /** @description For open-loop load: the number of load-generator processes. More than one needs PostgreSQL. Default 1. */
            generators?: number;
            /** @description For `rag`: the number of top-ranked chunks to measure. Default 5. */
            k?: number;
            /** @description For `rag`: which passages are placed in the prompt. `retrieved`: those that the target finds (always included). `gold`: the correct ones. `none`: no passages. Default: all three. */
            conditions?: ("retrieved" | "gold" | "none")[];
        };
        CallReason: {
            target_label: string;
            benchmark: string;
            /**
             * @description `refused`: the server will refuse the call again. `rate_limited`: the server returned 429. `failed`: no complete response arrived. `filtered`: a content filter withheld or cut the response. `not_sent`: this service did not send the call.
             * @enum {string}
             */
            outcome: "refused" | "rate_limited" | "failed" | "filtered" | "not_sent";
            /**
             * @description The cause, such as `unauthorized`, `server_error` or `empty`.
             * @enum {string}
             */
            cause: "rate_limited" | "quota" | "server_error" | "unreachable" | "connection_lost" | "truncated" | "malformed" | "not_a_completion" | "empty" | "unexpected" | "too_large" | "deadline" | "stalled" | "unauthorized" | "redirected" | "rejected" | "filtered";
            /**
             * @description What a refusal applies to: every call of the account, every call to the model, or this request.
             * @enum {string}
             */
            scope?: "account" | "model" | "request";
            /** @description Number of calls with this reason. */
            count: number;
            /** @description The provider’s message for the first of these calls. */
            message: string;
            /** @description The provider’s request id of the first of these calls. */
            request_id?: string;
            /** @description The sample of the first of these calls. */
            sample_id?: string;
        };
        CapacityReport: {
            target_label: string;
            scenario_label: string;
            highest_passed_rps: number | null;
            /** @description The lowest rate that did not pass. It is an upper bound on capacity only if `lowest_failed_rps` is not above it. Null if the search ended at its highest rate, or if this service sent requests there too late to show anything. */
            lowest_not_passed_rps: number | null;
            /** @description The lowest rate above `highest_passed_rps` that was shown to fail. Null if none was; then no upper bound on capacity is known. */
            lowest_failed_rps?: number | null;
            /** @description Whether a separate run at `confirmed_rps` passed; null if there was none. */
            confirmed: boolean | null;
            confirmed_rps: number | null;
            /** @description Whether the search reached its limit of one hour before its result was precise. */
            out_of_time: boolean;
            /** @description A description of the requests. */
            sent?: string;
            steps: {
                rate_rps: number;
                /** @description `doubling`, `bisection` or `confirmation`. */
                phase: string;
                /** @description `pass`, `fail` or `inconclusive`. */
                verdict: string;
                attempted: number;
                /** @description Number of misses by limit: p50, p90, p95, p99 for latency, `ttft_p95` and similar for other times. */
                misses: {
                    [key: string]: number;
                };
                latency_p95_ms: number | null;
                /** @description The observed value by limit. */
                latency_ms?: {
                    [key: string]: number | null;
                };
                /** @description Responses completed per second. It is below `rate_rps` while a queue grows. */
                completed_rps?: number;
                saturated: boolean;
                contaminated: boolean;
                /** @description Whether this service sent requests too late for a limit, or fewer than the rate requires, so that the window proves nothing about that limit. */
                sent_late?: boolean;
                /** @description The processes that sent the load, the first leader first. Omitted if one process sent it. */
                generators?: components["schemas"]["LoadGenerator"][];
                /** @description Number of windows that several processes sent, that were void and were sent again. */
                void_tries?: number;
            }[];
        };
        CataloguePrice: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * @description `service`: for all workspaces.
             * @enum {string}
             */
            scope: "workspace" | "service";
            /** @description The provider, as `model.provider` of a stack or in the catalogue. */
            provider: string;
            /** @description The model id at this provider. */
            model_id: string;
            /** @description The first UTC day of the price; absent if it applies since launch. */
            from?: string;
            /** @description The first day on which the price no longer applies. */
            until?: string;
            input_usd_per_million: number;
            cached_input_usd_per_million?: number;
            cache_write_usd_per_million?: number;
            cache_write_1h_usd_per_million?: number;
            output_usd_per_million?: number;
            request_usd?: number;
            /** @description Rates for the whole request if its input exceeds a number of tokens. */
            context_tiers?: {
                above_input_tokens: number;
                input_usd_per_million: number;
                cached_input_usd_per_million?: number;
                cache_write_usd_per_million?: number;
                cache_write_1h_usd_per_million?: number;
                output_usd_per_million?: number;
            }[];
            /** @description Rates of service tiers other than the standard one, by the provider’s name for them. */
            service_tiers?: {
                [key: string]: {
                    input_usd_per_million: number;
                    cached_input_usd_per_million?: number;
                    cache_write_usd_per_million?: number;
                    cache_write_1h_usd_per_million?: number;
                    output_usd_per_million?: number;
                    /** @description Rates for the whole request if its input exceeds a number of tokens. */
                    context_tiers?: {
                        above_input_tokens: number;
                        input_usd_per_million: number;
                        cached_input_usd_per_million?: number;
                        cache_write_usd_per_million?: number;
                        cache_write_1h_usd_per_million?: number;
                        output_usd_per_million?: number;
                    }[];
                };
            };
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /** @description The source of the price, such as an address, a contract or an invoice. Verdicts show it. */
            source: string;
            /** @description The id of the API key that set it, or `open`. */
            set_by: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            set_at: string;
            /** @description The id of the API key that withdrew or replaced it; null if in force. */
            ended_by: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            ended_at: string | null;
        };
        CertificateFact: {
            name: string;
            /** @description The requirements that the certificate satisfies, including itself. */
            covers: string[];
            /** @enum {string} */
            status: "listed" | "available" | "gated_report" | "case_by_case" | "partial" | "in_progress" | "keyword_on_trust_page" | "none_found" | "not_held";
            note?: string;
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
        };
        CheckProviderRequest: {
            /** @description The model to check, with up to 4 short requests. Defaults to none. */
            model_id?: string;
        };
        /** @description A quotation that was found in its source. Finding it there does not prove it true. */
        Citation: {
            /** @description The number that marks this citation in `content`, as in [1]. */
            mark: number;
            /** @description The exact text of the chunk between `start` and `end`. */
            quote: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            chunk_id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            source_id: string;
            source_title: string;
            start: number;
            end: number;
            location: {
                /** @description The headings above the passage, outermost first. */
                heading: string[];
                /** @description The offset in the content, in UTF-16 code units. */
                start: number;
                end: number;
                /** @description The page, for a PDF. */
                page?: number;
                /** @description The path, for a file in a repository. */
                path?: string;
                /** @description The first line, for a file in a repository. */
                start_line?: number;
                end_line?: number;
                /** @description The start time, for a transcript. */
                start_seconds?: number;
            };
            /** @description A link to the passage, if the source has one. */
            url: string | null;
        };
        /** @description The columns of a table by role. Roles without a column are omitted. */
        ColumnMapping: {
            /** @description The text of the user message. */
            input?: string;
            /** @description In place of `input`: a list of messages. */
            messages?: string;
            /** @description A system message before the input. */
            system?: string;
            /** @description A text that the input is about. It is sent before the input, in the same message. */
            context?: string;
            /** @description The right answer; each of several columns holds an accepted answer. Defaults to the last message of `messages`. */
            expected?: string | string[];
            /** @description The grader of the row. */
            grader?: string;
            /** @description A name shared by rows that are not independent. */
            cluster?: string;
            /** @description The identifier of the row, kept with its item. */
            id?: string;
            /** @description Tags, kept with the item. */
            tags?: string;
            /** @description A weight, kept with the item; it does not change scores. */
            weight?: string;
            /** @description Further columns to keep with the item. Defaults to all others. */
            metadata?: string[];
        };
        /** @description Assumptions for costs that no fact provides. `results.evidence` shows the values used. */
        CostAssumptions: {
            /** @description The share of a replica’s measured capacity to plan for. Default 0.7. */
            target_utilisation?: number;
            /** @description Number of spare replicas. Default 1. */
            spare_replicas?: number;
            /** @description Number of GPUs for each replica. Default 1. */
            gpus_per_replica?: number;
            /** @description The share of input tokens read from the provider’s cache. Defaults to the measured share, or 0. */
            cached_share?: number;
            /** @description Monthly cost of staff and on-call for self-hosting. Default 0. */
            people_usd_per_month?: number;
            /** @description The ratio of peak to mean traffic. Defaults to that of the `traffic_profile`. */
            peak_to_mean?: number;
        };
        CreatedApiKey: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            /**
             * @description `viewer` reads; `editor` also writes; `admin` also manages keys and workspaces.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description The workspaces that the key is limited to. */
            workspaces: string[] | null;
            /** @description Whether the key belongs to an agent (role viewer or editor). Its requests that cost money or load need a person’s approval. */
            agent: boolean;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /** @description The secret of the key. Returned only in this response. */
            key: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        Criterion: {
            /** @description The name of the criterion; its score is `custom/<name>`. */
            name: string;
            /** @description The criterion as described to a judge. Required without a grader. */
            description?: string;
            /** @description The relative weight, divided by the sum of all weights. Default 1. */
            weight?: number;
            grader?: string | {
                type: string;
                options?: {
                    [key: string]: unknown;
                };
            };
            /** @description A template for the expected answer that the grader compares with. Default `{{expected}}`. */
            expected?: string;
            /**
             * @description The scale on which a judge grades. On `one_to_five`, the default, 1 scores 0 and 5 scores 1.
             * @enum {string}
             */
            scale?: "one_to_five" | "pass_fail";
        };
        CustomEval: {
            /** @description The prompt for the targets, a template with `{{variables}}`. */
            prompt_template: string;
            /** @description The system prompt, also a template. */
            system_prompt?: string;
            /** @description The values of the variables: one object for each item. */
            inputs?: {
                [key: string]: string | number | boolean;
            }[];
            /** @description A source with a table (CSV, JSON, JSON lines or Markdown), by id or title, in place of `inputs`. Its columns are variables. */
            dataset?: string;
            /** @description The version of the source named by `dataset`; defaults to the present one. */
            dataset_version?: string | null;
            num_samples?: number | null;
            criteria: components["schemas"]["Criterion"][];
            judge_config?: components["schemas"]["JudgeConfig"] | null;
        };
        DatasetRow: {
            /** @description The number of the row in this version, from 1. */
            row: number;
            fields: {
                [key: string]: unknown;
            };
        };
        DatasetRowPage: {
            version: string;
            row_count: number;
            data: components["schemas"]["DatasetRow"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        DatasetUsed: {
            benchmark: string;
            /** @description The title of the source. */
            source: string;
            /** @description The version of the dataset that was used, as in `GET …/sources/{source_id}/versions`. */
            version: string;
        };
        DatasetVersion: {
            /** @description The name of the version: SHA-256 in hex of its text, as `data[].sha256` in the manifest of an evaluation. */
            version: string;
            /** @description Its place among the versions of the source. */
            number: number;
            row_count: number;
            /** @description Rows added to the version before. */
            added: number;
            edited: number;
            removed: number;
            /** @description The id of the API key that made it; null for the version that was uploaded. */
            created_by: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
        };
        DatasetVersionPage: {
            data: components["schemas"]["DatasetVersion"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        DecideApprovalRequest: {
            /**
             * @description `approve` runs the operation at once; `decline` closes the request.
             * @enum {string}
             */
            decision: "approve" | "decline";
        };
        /** @description The HTTP interface of an application. */
        Endpoint: {
            /** @enum {string} */
            kind: "http";
            /** @description The address of the application. Its host must be in `TARGET_ALLOW_HOSTS`. */
            url: string;
            /**
             * @description The HTTP method. With GET, the members of `request` become the query. Default POST.
             * @enum {string}
             */
            method?: "POST" | "PUT" | "PATCH" | "GET";
            /** @description HTTP headers. A value may contain {{secret.NAME}}, a variable that the operator allows for the host. */
            headers?: {
                [key: string]: string;
            };
            /** @description The JSON body. Its strings may contain {{input}}, {{messages}}, {{fields.NAME}} and others; see docs/how-to/tasks-and-agents.md#measure-a-running-application. At most 64,000 characters. */
            request: unknown;
            /** @description The paths of the parts of a response; see docs/how-to/tasks-and-agents.md#measure-a-running-application. */
            response: {
                /** @description The path of the response text, such as $.choices[0].message.content; with `stream`, within each event. */
                answer: string;
                /** @description The path of the model name. */
                model?: string;
                /** @description The path of the finish reason; `length` or `max_tokens` marks a truncated response. */
                finish_reason?: string;
                /** @description The path of the cost in USD that the application reports. */
                cost_usd?: string;
                /** @description The path that exists only in an error. Default $.error. */
                error?: string;
                usage?: {
                    input_tokens?: string;
                    output_tokens?: string;
                    reasoning_tokens?: string;
                    cached_tokens?: string;
                };
                tool_calls?: {
                    /** @description The path of all calls, ending in [*]. */
                    each: string;
                    /** @description The path of the name within a call, as are the paths below. */
                    name: string;
                    arguments?: string;
                    id?: string;
                };
                passages?: {
                    /** @description The path of all passages, ending in [*]. */
                    each: string;
                    /** @description The path of the text within a passage, as is the path below. */
                    text: string;
                    id?: string;
                };
            };
            /** @description The format of a streamed response, which makes time to first token measurable. Omit if the response is not streamed. */
            stream?: {
                /** @enum {string} */
                format: "sse" | "json_lines";
                /**
                 * @description The format of an event. Default json.
                 * @enum {string}
                 */
                data?: "json" | "text";
                /** @description The data of the last event, such as [DONE]. */
                done?: string;
                /** @description The path that is not null in the event that finishes a response. */
                finished?: string;
            };
            /** @description The session of an application that stores the conversation. Each request sends {{session}} and only the new messages. */
            session?: {
                /** @description The path of the session id in the first response. By default this service creates the id. */
                id?: string;
            };
        };
        Estimate: {
            /** @description Number of calls to targets, without retries, plus pairs of responses for judges to compare. */
            units: number;
            /** @description The expected cost; null if no target has a price. */
            cost_usd: number | null;
            /** @description The expected duration from earlier calls to the same models; null if there are none. */
            duration_seconds: number | null;
            /** @description The part of the duration in which load is sent. Omitted if no load is sent. */
            load?: {
                /** @description Seconds of load for all targets one after another, with warm-up. Null for closed-loop users if no earlier latency of a model is known. */
                duration_seconds: number | null;
                benchmarks: {
                    benchmark: string;
                    /** @description Seconds of load for all targets one after another, with warm-up. Null for closed-loop users if no earlier latency of a model is known. */
                    duration_seconds: number | null;
                }[];
            };
            benchmarks: {
                benchmark: string;
                items: number;
                /**
                 * @description Whether this is a smoke test, as in `GET /benchmarks`.
                 * @enum {boolean}
                 */
                smoke_test?: true;
                /** @description The smallest score difference that is detected with 80 % power; null if no difference can be detected. */
                smallest_detectable_difference: number | null;
                /** @description Number of clusters of items that share a passage or similar. Omitted if no items do. */
                clusters?: number;
                /** @description The same difference if items within a cluster are independent (intraclass correlation 0). `smallest_detectable_difference` assumes that they are copies (1); the true value lies between. */
                smallest_detectable_if_independent?: number | null;
                /** @description The result of the newest earlier evaluation of the same data in this workspace, among the last 20 completed: same benchmark, version, files and number of epochs, or, without files, the same items. Omitted if there is none. Other targets may correlate differently. */
                as_found_before?: {
                    evaluation_id: string;
                    evaluation_name: string;
                    /** @description The observed intraclass correlation of the differences: the median over pairs of targets. */
                    icc: number;
                    /** @description Number of pairs of targets for which the correlation was observed. */
                    pairs: number;
                    /** @description The smallest difference that these items would detect at that correlation. */
                    smallest_detectable_difference: number | null;
                };
                /** @description A lower bound: with right-or-wrong grades, no smaller difference is detected with 80 % power, however alike the targets are. Omitted with one target. */
                smallest_detectable_at_best?: number | null;
                /** @description An upper bound: this difference is detected with 80 % power even if the targets differ on half of the items and the items of a cluster are copies. Null if none is. */
                smallest_detectable_at_worst?: number | null;
                /** @description The scenarios’ minimum scores on this benchmark. */
                minimums?: {
                    scenario_label: string;
                    min: number;
                    passes_from: number | null;
                    fails_up_to: number | null;
                    found_from: number | null;
                    found_up_to: number | null;
                    /** @description The same figures if items within a cluster were independent. Omitted if no items share a cluster. */
                    if_independent?: {
                        passes_from: number | null;
                        fails_up_to: number | null;
                        found_from: number | null;
                        found_up_to: number | null;
                    };
                }[];
                /** @description The smallest number of items with which a tie can be shown at this margin. */
                items_for_a_tie: number | null;
            }[];
            /** @description For question `no_worse`: the power of the plan for each measure. */
            no_worse?: components["schemas"]["NoWorsePower"][];
            /**
             * @description `batch` if targets are called through batches.
             * @enum {string}
             */
            delivery?: "batch";
            /** @description For delivery `batch`: the cost with single calls. */
            cost_usd_if_direct?: number | null;
            targets: {
                target_label: string;
                /** @description For an application: the host that is called, with its port if the address has one. */
                asked_at?: string;
                calls: number;
                input_tokens: number;
                output_tokens: number;
                cost_usd: number | null;
                /** @description For delivery `batch`: the cost with single calls. */
                cost_usd_if_direct?: number | null;
                /** @description For delivery `batch`: the price and its source. */
                batch_price?: {
                    /** @description The batch price as a share of the price of a single call; 0.5 is half. */
                    price_factor: number;
                    source: string | null;
                    as_of: string | null;
                };
            }[];
            judges?: {
                judge: string;
                calls: number;
                input_tokens: number;
                output_tokens: number;
                cost_usd: number | null;
            }[];
            assumptions: string[];
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        Evaluation: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            name: string;
            description: string | null;
            evaluation_type: string;
            targets: components["schemas"]["Target"][];
            benchmarks: components["schemas"]["BenchmarkChoice"][];
            custom_eval: components["schemas"]["CustomEval"] | null;
            methodology: components["schemas"]["Methodology"];
            /** @enum {string} */
            status: "queued" | "running" | "completed" | "failed" | "cancelled";
            /** @description The percentage of units that have finished. During rescoring, the percentage that is rescored. */
            progress_percent: number;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            completed_at: string | null;
            error_message: string | null;
            results: components["schemas"]["Results"] | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /**
             * @description `budget`: `max_cost_usd` is spent. `quota`: the account of a model is exhausted. `refused`: a model or its account refuses every call; resuming calls it again. The budget cannot be raised: to continue, create an evaluation with a higher one.
             * @enum {string}
             */
            stop_reason?: "budget" | "quota" | "refused" | "user" | "error";
            preflight?: components["schemas"]["Preflight"];
            result_summary?: components["schemas"]["ResultSummary"];
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        EvaluationPage: {
            data: components["schemas"]["Evaluation"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        EvaluationPatch: {
            name?: string;
            description?: string | null;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            workspace_id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            evaluation_type?: unknown;
            /** @description A read-only field: accepted and ignored. */
            targets?: unknown;
            /** @description A read-only field: accepted and ignored. */
            benchmarks?: unknown;
            /** @description A read-only field: accepted and ignored. */
            custom_eval?: unknown;
            /** @description A read-only field: accepted and ignored. */
            methodology?: unknown;
            /** @description A read-only field: accepted and ignored. */
            status?: unknown;
            /** @description A read-only field: accepted and ignored. */
            progress_percent?: unknown;
            /** @description A read-only field: accepted and ignored. */
            started_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            completed_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            error_message?: unknown;
            /** @description A read-only field: accepted and ignored. */
            results?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            stop_reason?: unknown;
            /** @description A read-only field: accepted and ignored. */
            preflight?: unknown;
            /** @description A read-only field: accepted and ignored. */
            result_summary?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        Evidence: {
            target_label: string;
            scenario_label: string;
            cost: {
                /** @description `api` or `self_hosted`. */
                basis: string;
                monthly_usd: number | null;
                per_1k_requests_usd: number | null;
                /** @description The cost of requests answered within the scenario’s loosest latency limit, or of all answered requests if it has none. */
                per_1k_good_requests_usd: number | null;
                priced_request?: components["schemas"]["PricedRequest"];
                /** @description A self-hosted stack beside the cheapest API that offers the same model. */
                break_even?: {
                    provider: string;
                    model_id: string;
                    api_per_1k_requests_usd: number;
                    /** @description The lowest possible cost on this hardware at any traffic. */
                    floor_per_1k_requests_usd: number;
                    /** @description The mean rate above which self-hosting costs less; null if the API is always cheaper. */
                    mean_rps: number | null;
                } | null;
                lines: {
                    item: string;
                    quantity: number;
                    unit: string;
                    unit_usd: number;
                    source: string;
                    as_of: string;
                }[];
                assumptions: {
                    name: string;
                    value: number | string;
                    why: string;
                }[];
                missing: {
                    /** @description The unknown fact. */
                    fact: string;
                    /** @description Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description. */
                    add: string;
                }[];
            };
            regions: {
                requirement: string;
                status: string;
                findings: {
                    component: string;
                    status: string;
                    evidence: string;
                }[];
                assumptions: {
                    name: string;
                    value: number | string;
                    why: string;
                }[];
                missing: {
                    /** @description The unknown fact. */
                    fact: string;
                    /** @description Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description. */
                    add: string;
                }[];
            } | null;
            certifications: {
                [key: string]: {
                    requirement: string;
                    status: string;
                    findings: {
                        component: string;
                        status: string;
                        evidence: string;
                    }[];
                    assumptions: {
                        name: string;
                        value: number | string;
                        why: string;
                    }[];
                    missing: {
                        /** @description The unknown fact. */
                        fact: string;
                        /** @description Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description. */
                        add: string;
                    }[];
                };
            };
            lock_in: {
                score: number | null;
                at_least: number;
                lines: {
                    component: string;
                    choice: string | null;
                    points: number | null;
                    most: number;
                    evidence: string;
                }[];
                assumptions: {
                    name: string;
                    value: number | string;
                    why: string;
                }[];
                missing: {
                    /** @description The unknown fact. */
                    fact: string;
                    /** @description Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description. */
                    add: string;
                }[];
            };
        };
        FetchedFile: {
            name: string;
            /** @description The address that the file was downloaded from. */
            address: string;
            bytes: number;
            sha256: string;
            /** @description True if the hash matches; null if no hash is known. */
            verified: boolean | null;
        };
        FrameworkFact: {
            id: string;
            name: string;
            roles: ("orchestration" | "observability" | "tracing" | "logging")[];
            licence?: string;
            /** @enum {string} */
            licence_class: "permissive" | "weak_copyleft" | "copyleft" | "open_core" | "source_available" | "proprietary";
            self_hostable: boolean;
            /** @description The provider that hosts the framework; absent if it is self-hosted. */
            hosted_by?: string;
            telemetry?: {
                /** @enum {string} */
                format: "opentelemetry" | "own";
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            npm_version_seen?: string;
            note?: string;
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        GpuFact: {
            gpu: string;
            name: string;
            vendor: string;
            /** @enum {string} */
            kind: "gpu" | "custom_accelerator";
            memory_gb?: number;
            memory_tb_s?: number;
            fp4_tflops?: number;
            fp8_tflops?: number;
            bf16_tflops?: number;
            tdp_w?: number;
            all_in_kw_per_gpu?: number;
            tco_usd_per_gpu_hour_estimate?: {
                [key: string]: number;
            };
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        GpuInstanceFact: {
            cloud_provider: string;
            instance_type: string;
            instance_family: string;
            gpu: string;
            gpu_variant?: string;
            gpu_count?: number;
            gpu_memory_gb_each?: number;
            prices: {
                region?: string;
                usd_per_hour: number;
            }[];
            note?: string;
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        Grader: {
            /** @description The name of the grader in datasets and criteria. */
            type: string;
            /** @description The version, which increases with every change that may alter the score of a response. */
            version: number;
            description: string;
            options: components["schemas"]["GraderOption"][];
            /**
             * @description Whether scores can lie between 0 and 1: never, always, or depending on an option such as `score: fields` or `threshold`.
             * @enum {string}
             */
            gives_share: "never" | "by_option" | "always";
            /** @description Whether its time grows faster than the length of the response. It runs in a thread for at most five seconds. */
            costly: boolean;
            /** @description Whether it calls a model. */
            asks_model: boolean;
            /** @description Whether it grades rows of datasets and no criteria of custom evaluations. */
            rows_only: boolean;
            /** @description Whether it grades tool calls instead of text. */
            reads_calls: boolean;
        };
        /** @description How well a benchmark’s grader fits its responses: the number that a lenient reading scores differently. The lenient reading accepts the expected answer in any form. */
        GraderFit: {
            benchmark: string;
            /** @description The graders of the responses that a lenient reading scores otherwise. Where several graders score one response, all of them that have a lenient reading. */
            graders: string[];
            targets: {
                target_label: string;
                scored: number;
                /** @description Number of responses that a lenient reading scores differently. */
                responses: number;
                /** @description Number of these responses in which a grader chosen by default found no answer, so that they may be correct in other words. Omitted if 0. */
                unread?: number;
                /** @description The mean score from the grader. */
                score: number | null;
                /** @description The mean score under the lenient reading. */
                lenient_score: number | null;
            }[];
            /** @description Whether an outcome on this benchmark depends on the grader. */
            undecided: boolean;
            /**
             * @description Whether this is a published benchmark, whose reading rule is part of the measurement.
             * @enum {boolean}
             */
            decides_by_form?: true;
            /** @description Up to three example responses that a lenient reading scores differently, truncated. */
            examples: {
                sample_id: string;
                target_label: string;
                grader: string;
                score: number;
                lenient_score: number;
                /** @description The last part of the prompt. */
                question: string;
                expected: string;
                /** @description The part of the response that contains the expected answer, or its beginning. */
                response: string;
            }[];
            /** @description The finding and the recommended action. */
            sentence: string;
        };
        GraderOption: {
            name: string;
            /**
             * @description The type of the value; `json` is any JSON value, such as a schema.
             * @enum {string}
             */
            type: "boolean" | "number" | "string" | "string_list" | "json";
            description: string;
            /** @description The accepted values; null if any value is accepted. */
            values: string[] | null;
            default: (boolean | number | string) | null;
            required: boolean;
        };
        GraderTrial: {
            /** @description The grader, by its name or as `{type, options}`. */
            grader: string | {
                type: string;
                options?: {
                    [key: string]: unknown;
                };
            };
            sample?: {
                /** @description The response to grade. */
                response: string;
                /** @description The expected answer, or several. */
                expected?: string | string[];
                /** @description The question. */
                input?: string;
                metadata?: {
                    [key: string]: unknown;
                };
            };
            /**
             * Format: uuid
             * @description In place of `sample`: the evaluation whose sample `sample_id` is graded.
             */
            evaluation_id?: string;
            /** Format: uuid */
            sample_id?: string;
        };
        GraderTrialResult: {
            /** @description The score from 0 to 1; null without one. */
            score: number | null;
            /** @description The grader’s reason. */
            reason: string | null;
            /** @description Further figures of the grader. */
            figures: {
                [key: string]: number;
            };
            /** @description The answer that was found in the response. */
            extracted: string | null;
            /** @description Why there is no score; null if there is one. */
            error: {
                /** @description The reason that an unscored sample would have. */
                reason: string;
                message: string;
                /** @description The line of the code, from 1. */
                line: number | null;
                column: number | null;
            } | null;
            /** @description The versions of the grader, as in samples. */
            graded_by: {
                [key: string]: number;
            };
        };
        Import: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            /**
             * @description `receiving`: parts of the file are accepted. `making`: the dataset and traffic sources are created. `ready`: the sources can be used, except those named in a warning of the result. `failed`: see `error`.
             * @enum {string}
             */
            status: "receiving" | "making" | "ready" | "failed";
            /** @description Whether the import is paused: it accepts no parts and creates no sources. */
            paused: boolean;
            /**
             * @description The file format; null until the first record is read.
             * @enum {string|null}
             */
            format: "otlp" | "openai" | "litellm" | "langfuse" | "jsonl" | "hosted_evals" | null;
            /** @description Number of stored bytes up to the end of a complete record: the offset of the next part. For a gzip file, uncompressed bytes. */
            received_bytes: number;
            records: number;
            /** @description Number of model calls read so far. */
            calls: number;
            /** @description Number of records that are not model calls, by kind. */
            skipped: {
                [key: string]: number;
            };
            redaction: {
                on: boolean;
                /** @description Number of redactions by kind: private_key, url_password, jwt, api_key, access_token, password, card, account_number, email, phone. */
                found: {
                    [key: string]: number;
                };
            };
            error?: {
                message: string;
                /** @description The first 20 problems, with their lines. */
                problems: string[];
            };
            result: components["schemas"]["ImportResult"] | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
        };
        ImportPage: {
            data: components["schemas"]["Import"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        ImportPatch: {
            name?: string;
            /** @description Whether to pause the import. While paused, it accepts no parts and creates no sources; stored data stays. */
            paused?: boolean;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            status?: unknown;
            /** @description A read-only field: accepted and ignored. */
            format?: unknown;
            /** @description A read-only field: accepted and ignored. */
            received_bytes?: unknown;
            /** @description A read-only field: accepted and ignored. */
            records?: unknown;
            /** @description A read-only field: accepted and ignored. */
            calls?: unknown;
            /** @description A read-only field: accepted and ignored. */
            skipped?: unknown;
            /** @description A read-only field: accepted and ignored. */
            redaction?: unknown;
            /** @description A read-only field: accepted and ignored. */
            error?: unknown;
            /** @description A read-only field: accepted and ignored. */
            result?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
        };
        ImportResult: {
            calls: number;
            /** @description Number of calls that failed according to the file. */
            failed_calls: number;
            /** @description Number of calls that repeat an earlier request; each request is used once. */
            repeated: number;
            /** @description Number of calls that did not become dataset items, by reason. */
            no_items: {
                [key: string]: number;
            };
            items: {
                /**
                 * Format: uuid
                 * @description A UUID of version 7, in lower case.
                 */
                source_id: string;
                title: string;
                lines: number;
            } | null;
            traffic: {
                /**
                 * Format: uuid
                 * @description A UUID of version 7, in lower case.
                 */
                source_id: string;
                title: string;
                lines: number;
            } | null;
            session_trace: {
                /**
                 * Format: uuid
                 * @description A UUID of version 7, in lower case.
                 */
                source_id: string;
                title: string;
                lines: number;
            } | null;
            sessions: {
                /** @description Number of sessions named in the file. */
                count: number;
                /** @description Number of calls that belong to a session. */
                calls: number;
                longest: number;
            };
            /** @description Calls that begin with messages of the previous call in their session. */
            prefixes: {
                calls: number;
                messages: number;
                /** @description Number of tokens of the previous request and its response, for requests that begin with both. */
                tokens: number;
            };
            arrivals: {
                /**
                 * Format: date-time
                 * @description A UTC time in RFC 3339 with milliseconds.
                 */
                first_at: string;
                /**
                 * Format: date-time
                 * @description A UTC time in RFC 3339 with milliseconds.
                 */
                last_at: string;
                calls: number;
                /** @description Number of calls without a time, which are not part of the traffic. */
                untimed: number;
                mean_rps: number | null;
            } | null;
            tokens: {
                input: {
                    sum: number;
                    /** @description Number of calls with a token count. */
                    calls: number;
                    unknown: number;
                    min: number | null;
                    mean: number | null;
                    max: number | null;
                    percentiles: number[];
                    /** @description Values at these percentiles, by nearest rank; empty if none is known. */
                    values: number[];
                };
                output: {
                    sum: number;
                    /** @description Number of calls with a token count. */
                    calls: number;
                    unknown: number;
                    min: number | null;
                    mean: number | null;
                    max: number | null;
                    percentiles: number[];
                    /** @description Values at these percentiles, by nearest rank; empty if none is known. */
                    values: number[];
                };
                cached: {
                    sum: number;
                    /** @description Number of calls with a token count. */
                    calls: number;
                    unknown: number;
                    min: number | null;
                    mean: number | null;
                    max: number | null;
                    percentiles: number[];
                    /** @description Values at these percentiles, by nearest rank; empty if none is known. */
                    values: number[];
                };
            };
            /** @description The 100 largest strata. */
            strata: {
                of: {
                    [key: string]: string;
                };
                calls: number;
                items: number;
            }[];
            /** @description The graders of a hosted-evals export. */
            graders: {
                name: string;
                type: string;
                /** @description What the grader was converted to: `grader`, `criterion`, or null if nothing here is equivalent. */
                became: string | null;
                /** @description The instructions given to the judge for this criterion. */
                description?: string;
            }[];
            warnings: string[];
        };
        InspectedColumn: {
            name: string;
            /** @description Number of rows with a value in this column. */
            filled: number;
            /**
             * @description The role of the column. `metadata`: kept with the item and not sent.
             * @enum {string}
             */
            role: "input" | "messages" | "system" | "context" | "expected" | "grader" | "cluster" | "id" | "tags" | "weight" | "metadata" | "empty";
            /**
             * @description The confidence in the role.
             * @enum {string}
             */
            confidence: "high" | "medium" | "low";
            /** @description The reason for the role, in one sentence. */
            reason: string;
        };
        JudgeConfig: {
            provider?: string;
            model_id?: string;
            /** @description An alias of `model_id`. */
            model?: string;
            /** @description The temperature; null sends none. Default 0. */
            temperature?: number | null;
            /** @description Maximum number of tokens in a judge’s response, including reasoning; null sends no limit. Default 2000. */
            max_tokens?: number | null;
            /**
             * @description The reasoning effort to request; by default none is sent.
             * @enum {string}
             */
            reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
            /** @description Several judges in place of `provider` and `model_id`. Their majority or median decides. */
            judges?: components["schemas"]["JudgeModel"][];
            /** @description Instructions that precede every judge’s grading prompt. */
            instructions?: string;
            /** @description Whether judges also compare the responses of every two targets, in both orders (`custom/preference`). */
            pairwise?: boolean;
        };
        JudgeModel: {
            provider?: string;
            model_id?: string;
            /** @description An alias of `model_id`. */
            model?: string;
            /** @description The temperature; null sends none. Default 0. */
            temperature?: number | null;
            /** @description Maximum number of tokens in a judge’s response, including reasoning; null sends no limit. Default 2000. */
            max_tokens?: number | null;
            /**
             * @description The reasoning effort to request; by default none is sent.
             * @enum {string}
             */
            reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
        };
        Judging: {
            judges: {
                judge: string;
                judgements: number;
                /** @description Number of failed judgements. Rescoring requests them again. */
                failed: number;
                /** @description Reasons for failed judgements, most frequent first. Omitted if none failed. */
                failures?: {
                    /** @description `unreadable`, or the failure class of the call, as for targets. */
                    reason: string;
                    judgements: number;
                    /** @description An example: the message that the provider sent with one of these failures. */
                    message: string;
                }[];
                cost_usd: number | null;
            }[];
            criteria: {
                criterion: string;
                answers: number;
                /** @description The share of responses on which all judges agree; null with one judge. */
                unanimous: number | null;
                /** @description Krippendorff’s α between the judges. */
                alpha: number | null;
                /** @description Spearman’s correlation between score and response length; for pairs, between preference and difference in length. */
                length_correlation: {
                    n: number;
                    r: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
            }[];
            /** @description Agreement of the judges with people’s labels. */
            calibration: {
                criterion: string;
                /** @description Number of responses graded by both a person and the judges. */
                labels: number;
                /** @description Whether the judges are calibrated: κ of at least 0.6 on at least 100 labels. */
                usable: boolean;
                agreement: number | null;
                /** @description Cohen’s κ between pass (a score of at least ½) and fail. */
                kappa: number | null;
                kappa_ci_low: number | null;
                kappa_ci_high: number | null;
                /** @description Among responses that people pass, the share that judges also pass. */
                sensitivity: number | null;
                /** @description Among responses that people fail, the share that judges also fail. */
                specificity: number | null;
                targets: {
                    target_label: string;
                    /** @description The share of responses that judges pass. */
                    judged_rate: number;
                    /** @description The pass rate corrected for the judges’ errors (Rogan and Gladen). It and its interval are not cut at 0 and 1; a value outside means that the labels contradict the judged rate. */
                    corrected_rate: number | null;
                    corrected_rate_ci_low: number | null;
                    corrected_rate_ci_high: number | null;
                    judged_score: number;
                    /** @description The mean score that people would give, estimated from labels and judgements (PPI++). */
                    corrected_score: number | null;
                    corrected_score_ci_low: number | null;
                    corrected_score_ci_high: number | null;
                }[];
            }[];
            preferences?: components["schemas"]["Preferences"];
        };
        KeyStorage: {
            /** @description Whether providers can be added with a key. */
            available: boolean;
            /** @description What has to be set to make that possible; null if it is possible. */
            problem: string | null;
        };
        Label: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            sample_id: string;
            criterion: string;
            score: number;
            note: string | null;
            /** @description The API key that sent the label. */
            labelled_by: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
        };
        LeftOut: {
            /**
             * @description The reason: `vendored` (code of other projects), `lock_file`, `minified` (or generated), `binary`, `empty`, `unreadable` (a damaged notebook), `too_large`, `pointer` (to a file in git-lfs or git-annex), `secret` (a file that usually contains passwords or keys), `not_a_file` (a link or device), `bad_path` (a path outside the archive), `page_without_text` (a PDF page that is an image) or `invisible_text` (invisible characters).
             * @enum {string}
             */
            reason: "vendored" | "lock_file" | "minified" | "binary" | "empty" | "unreadable" | "too_large" | "pointer" | "secret" | "not_a_file" | "bad_path" | "page_without_text" | "invisible_text";
            /** @description Number of files or pages; for `invisible_text`, of characters. */
            count: number;
            /** @description The first five examples: file paths, or PDF pages (`2`, `5–7`). Empty for invisible text without pages. */
            examples: string[];
        };
        LoadGenerator: {
            /** @description Number of requests that this process sent, including warm-up. */
            requests: number;
            /** @description The 99th percentile of the send delay in the worst window. Above 10 ms, a window is void. */
            lag_p99_ms: number | null;
            /** @description The largest observed offset of the database’s clock ahead of this process’s clock. */
            clock_offset_ms: number;
            /** @description The uncertainty of the offset: half of the shortest round trip. Above 1 ms, a window is void. */
            clock_uncertainty_ms: number;
        };
        LoadReport: {
            target_label: string;
            benchmark: string;
            /** @description A description of the requests. */
            sent: string;
            /** @description Number of measured windows. */
            slices: number;
            /** @description Number of planned windows. */
            planned_slices?: number;
            contaminated_slices: number;
            saturated_slices: number;
            attempted: number;
            outcomes: {
                [key: string]: number;
            };
            window_ms: number;
            attempted_rps: number;
            throughput_rps: number;
            /** @description Mean number of concurrent requests: throughput × mean latency (Little’s law). */
            in_flight_mean?: number | null;
            output_tokens_per_second: number | null;
            success_rate: {
                value: number;
                ci_low: number;
                ci_high: number;
            } | null;
            latency_ms: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            /** @description Latency from when this service sent each request, including the connection. Unlike `latency_ms`, it excludes send delay (`schedule_lag_ms`) and does not show how long requests waited because of it. */
            latency_from_send_ms?: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            ttft_ms: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            tpot_ms: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            schedule_lag_ms: {
                p50: number;
                p99: number;
                max: number;
            } | null;
            input_tokens_mean: number | null;
            output_tokens_mean: number | null;
            cached_share: number | null;
            chunks_per_token: number | null;
            autocorrelation: number | null;
            /** @description The number of independent requests with the same precision: the lowest number that the verdict uses for any limit, or, without a limit, the number used for percentile intervals. */
            effective_samples: number | null;
            /** @description Answered requests by latency. Each bucket begins where the previous one ends. */
            latency_histogram: {
                up_to_ms: number;
                requests: number;
            }[];
            /** @description Usage that the server reported for all finished requests, including those outside the measured part. The load cost is calculated from it. */
            spent?: {
                requests: number;
                input_tokens: number;
                cached_tokens: number;
                output_tokens: number;
            };
            sessions?: components["schemas"]["SessionReport"];
            /** @description The measured parts of all windows in sequence, divided into at most 60 parts of equal length. */
            over_time?: {
                /** @description The start of the part. It ends where the next part starts; the last ends at `window_ms`. */
                from_ms: number;
                /** @description Number of requests scheduled in this part. */
                sent: number;
                /** @description Number of responses that ended in this part, whenever they were requested. */
                completed: number;
                /** @description Number of requests scheduled in this part that were not answered. */
                errors: number;
                p50_ms: number | null;
                /** @description The 95th percentile for requests scheduled in this part; null for fewer than 20. */
                p95_ms: number | null;
                /** @description The 99th percentile for requests scheduled in this part; null for fewer than 100. */
                p99_ms: number | null;
            }[];
            /** @description The processes that sent the load, the first leader first. Omitted if one process sent it. */
            generators?: components["schemas"]["LoadGenerator"][];
            /** @description Number of windows that several processes sent, that were void and were sent again. */
            void_tries?: number;
        };
        /** @description A draft that the answer created, or an approval that it requested. */
        Made: {
            /** @enum {string} */
            kind: "scenario" | "stack" | "approval";
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
        };
        Manifest: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            evaluation_id: string;
            /** @description The version of this service that planned the evaluation. */
            service_version: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            planned_at: string;
            random_seed: number;
            epochs: number;
            units: number;
            /** @description Whether identical requests may share a response. */
            answers_shared: boolean;
            /**
             * @description `batch` if targets were called through batches, which measure no latency.
             * @enum {string}
             */
            delivery?: "batch";
            /** @description `no_worse` if the evaluation asks it, with the baseline and margins stated before the run. */
            question?: string;
            baseline?: string;
            no_worse_margins?: {
                [key: string]: number;
            };
            /** @description The weights for ranking, before they are distributed over the criteria of each scenario. Present with scenarios. */
            weights?: {
                [key: string]: number;
            };
            /** @description The assumptions for costs, stated or default. Present with scenarios. Without `peak_to_mean`, each scenario uses the value of its `traffic_profile`. */
            cost_assumptions?: {
                [key: string]: number;
            };
            /** @description The UTC date of the prices. Present with scenarios. */
            prices_of?: string;
            benchmarks: {
                benchmark: string;
                type: string;
                version: string;
                items: number;
                /** @description SHA-256 of the item hashes, in order. */
                items_sha256: string | null;
                /** @description SHA-256 of the hashes of each item’s messages, in order. */
                prompts_sha256: string | null;
                /** @description The content of load requests, such as synthetic requests or your items. */
                requests?: string;
                /** @description The files or sources that contain the items; empty for generated items. */
                data: {
                    /** @description The file name, or the title of the source. */
                    name: string;
                    /** @description The address where the file is published; null for a source. */
                    address: string | null;
                    /** @description SHA-256 of the file, or of the text of the source. */
                    sha256: string;
                }[];
                /** @description The item hashes in order; null above 10,000 items. */
                item_hashes: string[] | null;
            }[];
            targets: {
                target_label: string;
                provider: string;
                model_id: string;
                /** @description Number of responses by the model name that the server returned; empty before the run. */
                returned_models: {
                    [key: string]: number;
                };
                /** @description Number of responses by the service tier that served them, if the server named it. */
                service_tiers?: {
                    [key: string]: number;
                };
                /** @description The definition of the application, if the target is one. Secrets appear as names. */
                endpoint?: {
                    [key: string]: unknown;
                };
                /** @description The stack’s retrieval settings for its model. */
                retrieval?: {
                    [key: string]: unknown;
                };
                /** @description SHA-256 of `endpoint` as JSON with sorted keys. */
                endpoint_sha256?: string;
                /** @description The parameters sent with every request. `seed` is that of the first epoch; each further epoch adds 1. */
                parameters: {
                    [key: string]: number;
                };
                /** @description The stack’s other parameters: `reasoning_effort`, `top_p`, `stop`, `response_format`, `provider_route`, `service_tier`, `prompt_cache_key`, `prompt_cache_retention`, `system`. A parameter that the provider does not accept is not sent and is listed in the evaluation’s warnings. */
                serving?: {
                    [key: string]: unknown;
                };
                request_timeout_ms: number;
                price: {
                    input_usd_per_million: string;
                    output_usd_per_million: string;
                    cached_input_usd_per_million?: string;
                } | null;
                set_price?: components["schemas"]["ModelPrice"];
                /** @description The batch price as a share of the price of a single call. */
                batch_price?: {
                    price_factor: number;
                    source: string | null;
                    as_of: string | null;
                };
                limits: {
                    max_concurrency: number | null;
                    requests_per_minute: number | null;
                    history: {
                        after_ms: number;
                        limit: number;
                        reason: string;
                    }[];
                } | null;
            }[];
            /** @description Versions of the graders and readers that graded the samples. Scores of two evaluations may differ if their versions do; rescoring applies the current versions. */
            graded_by?: {
                /** @description A grader, or `reader`, which finds the answer in a response, or `judges`, `passages` or `tasks`. `unknown`: graded before graders had versions. */
                name: string;
                /** @description The version; null if unknown. */
                version: number | null;
                /** @description Number of samples that it graded. */
                samples: number;
            }[];
            judges?: {
                judge: string;
                provider: string;
                model_id: string;
                /** @description Number of judgements by the model name that the server returned. */
                returned_models: {
                    [key: string]: number;
                };
                /** @description The parameters sent with every request. */
                parameters: {
                    [key: string]: number;
                };
                /** @description Other settings, such as `reasoning_effort`. */
                serving?: {
                    [key: string]: unknown;
                };
                modes: {
                    /**
                     * @description `criteria`: the judge grades one response. `pairwise`: it compares two, in both orders.
                     * @enum {string}
                     */
                    mode: "criteria" | "pairwise";
                    /** @description SHA-256 of the judge’s prompt without the graded material, with `<mark>` in place of the marker. */
                    prompt_sha256: string;
                }[];
            }[];
            imported?: {
                benchmark: string;
                /** @description The score of the files that is compared. */
                score: string;
                /** @description Further scores that all files have. */
                other_scores: string[];
                /**
                 * @description How items of different runs are matched: `id` by the tool’s own ids, `content` by what was asked.
                 * @enum {string}
                 */
                matched_by: "id" | "content";
                /** @description Number of items excluded because they have the same id in every run, but another content. */
                changed: number;
                runs: {
                    target_label: string;
                    /** @description The tool that wrote the files, such as `inspect_ai`. */
                    tool: string;
                    tool_version: string | null;
                    files: {
                        name: string;
                        sha256: string;
                    }[];
                    /** @description What the files state about how the model was asked. */
                    parameters: {
                        [key: string]: unknown;
                    };
                    /** @description Number of items excluded because at least one other run does not have them. */
                    unmatched: number;
                    /** @description The ids of the first 100 excluded items. */
                    unmatched_ids: string[];
                }[];
            }[];
            preflight?: components["schemas"]["Preflight"];
        };
        Message: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * @description The author’s role.
             * @enum {string}
             */
            role: "user" | "assistant" | "system" | "tool";
            content: string;
            /** @description The agent that wrote the message; null for a person. */
            agent_name: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * @description `complete` for messages and finished answers. `streaming`: an agent is writing the answer. `stopped`: a person ended it. `failed`: it could not be finished; see `error`. Text written so far is kept.
             * @enum {string}
             */
            status: "complete" | "streaming" | "failed" | "stopped";
            /** @description Whether agents always receive this message, however long the conversation is. */
            pinned: boolean;
            /** @description The citations of an answer; empty for other messages. */
            citations: components["schemas"]["Citation"][];
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            reply_to?: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            answer_id?: string;
            made?: components["schemas"]["Made"][];
            /** @description Why the answer failed and what to do. Present only with status `failed`. */
            error?: {
                code: string;
                detail: string;
            };
            /** @description Tokens that the answer used, as counted by the provider. Present only if a model wrote it. */
            usage?: {
                input_tokens: number | null;
                output_tokens: number | null;
            };
            /** @description Cost in USD as a decimal string; null if the price is unknown. Present together with `usage`. */
            cost?: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        MessagePage: {
            data: components["schemas"]["Message"][];
            /** @description Number of messages in the conversation. */
            total: number;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        MessagePatch: {
            pinned: boolean;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            workspace_id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            role?: unknown;
            /** @description A read-only field: accepted and ignored. */
            content?: unknown;
            /** @description A read-only field: accepted and ignored. */
            agent_name?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            status?: unknown;
            /** @description A read-only field: accepted and ignored. */
            citations?: unknown;
            /** @description A read-only field: accepted and ignored. */
            reply_to?: unknown;
            /** @description A read-only field: accepted and ignored. */
            answer_id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            made?: unknown;
            /** @description A read-only field: accepted and ignored. */
            error?: unknown;
            /** @description A read-only field: accepted and ignored. */
            usage?: unknown;
            /** @description A read-only field: accepted and ignored. */
            cost?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        MessageStep: {
            tool: string;
            input: unknown;
            output: unknown;
            failed: boolean;
            took_ms: number;
        };
        MessageSteps: {
            /** @description The tool calls in the order in which they were made. */
            data: components["schemas"]["MessageStep"][];
        };
        Methodology: {
            /** @description Number of items. Default 100. */
            sample_size?: number;
            /** @description The confidence level; 95 means 0.95. Default 0.95. */
            confidence_level?: number;
            /** @description The random seed. Default 0. */
            random_seed?: number;
            /** @description Number of times each item is sent. Default 1. */
            epochs?: number;
            /** @description The smallest difference in score that matters. Default 0.05. */
            margin?: number;
            /** @enum {string} */
            correction?: "holm" | "bh" | "none";
            /** @description The budget. It cannot be raised after the evaluation is created. */
            max_cost_usd?: number;
            /** @description The maximum number of concurrent calls to one server and account, over all targets, judges and workers. It falls with each 429; set `max_concurrency` to let it grow. Without either field, it starts at 16 and adapts to the server, up to 200 or the provider’s configured limit. Open-loop load is not limited. */
            concurrency?: number;
            /** @description The highest value to which `concurrency` may grow. Defaults to `concurrency`. All evaluations together stay within the account’s limit (`CALLS_PER_ACCOUNT` by default). Open-loop load is not limited. */
            max_concurrency?: number;
            /** @description The time limit of a request. Default 120000. */
            request_timeout_ms?: number;
            /** @description Whether identical requests share a response, within the evaluation and with earlier ones of the workspace. Default true. */
            cache?: boolean;
            /**
             * @description `direct`: each request is a separate call (default). `batch`: targets are called through their providers’ batches, which take up to 24 hours, cost less and measure no latency. Judges are always called directly.
             * @enum {string}
             */
            delivery?: "direct" | "batch";
            /**
             * @description What happens if a target or judge refuses the check request before the run. `continue`: the evaluation runs without it (default). `stop`: the evaluation fails before any other request.
             * @enum {string}
             */
            on_preflight_failure?: "continue" | "stop";
            /**
             * @description `better`: which of two candidates is better (default). `no_worse`: which candidates are no worse than the baseline within the margins.
             * @enum {string}
             */
            question?: "better" | "no_worse";
            /** @description For question `no_worse`: the label of the baseline. */
            baseline?: string;
            no_worse_margins?: components["schemas"]["NoWorseMargins"];
            weights?: components["schemas"]["VerdictWeights"];
            cost_assumptions?: components["schemas"]["CostAssumptions"];
        };
        Migration: {
            evaluation_id: string;
            name: string;
            baseline: {
                label: string;
                /** @description The date on which the provider ends the model, as announced. Null if no date is known, although there may be one. */
                end: {
                    /** @description The model and its provider, such as openai/gpt-5-2025-08-07. */
                    model: string;
                    /**
                     * Format: date
                     * @description The first UTC day on which the model is no longer served.
                     */
                    date: string;
                    /** @description The provider’s recommended replacement, if any. */
                    replacement: string | null;
                    source: string;
                    /**
                     * Format: date
                     * @description The date of the source.
                     */
                    as_of: string;
                } | null;
            };
            candidates: components["schemas"]["MigrationCandidate"][];
            measures: components["schemas"]["NoWorseMeasure"][];
            /** @description Number of requirements checked for each candidate. */
            requirements: number;
            /** @description The steps to take, in order. */
            to_do: string[];
            warnings: string[];
        };
        MigrationCandidate: {
            label: string;
            /** @description The date on which the provider ends the model, as announced. Null if no date is known, although there may be one. */
            end: {
                /** @description The model and its provider, such as openai/gpt-5-2025-08-07. */
                model: string;
                /**
                 * Format: date
                 * @description The first UTC day on which the model is no longer served.
                 */
                date: string;
                /** @description The provider’s recommended replacement, if any. */
                replacement: string | null;
                source: string;
                /**
                 * Format: date
                 * @description The date of the source.
                 */
                as_of: string;
            } | null;
            /**
             * @description `no_worse` for all measures, `worse` for at least one, otherwise `undecided`.
             * @enum {string}
             */
            outcome: "no_worse" | "worse" | "undecided";
            /** @description Where the candidate is no worse, worse or undecided, in words. */
            sentence: string;
            /**
             * @description `move`: no worse, and meets every requirement. `keep`: worse, or fails a requirement. `open`: the comparison or a requirement is undecided.
             * @enum {string}
             */
            fit: "move" | "keep" | "open";
            costs: components["schemas"]["AnswerCost"][];
            monthly: components["schemas"]["MonthlyCost"][];
            requirement_changes: components["schemas"]["RequirementChange"][];
        };
        /** @description The date on which the provider ends the model, as announced, according to the catalogue. Absent if no date is known. */
        ModelEnd: {
            /** @description The first UTC day on which the provider no longer serves the model. */
            date: string;
            /** @description The provider’s recommended replacement. */
            replacement: string | null;
            source: string;
            /** @description The date of the source. */
            as_of: string;
        };
        ModelFact: {
            provider: string;
            model_id: string;
            /** @enum {string} */
            kind: "chat" | "embedding";
            base_model?: string;
            context_tokens?: number;
            max_output_tokens?: number;
            reasoning?: boolean;
            /** @description The release date. */
            released_at?: {
                date: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            /** @description The date on which its deprecation was announced. */
            deprecated_at?: {
                date: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            /** @description The first day on which it is no longer served; absent if unknown or not announced. */
            shutdown_at?: {
                date: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            /** @description The provider’s recommended replacement. */
            replacement?: {
                model_id: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            parameters?: {
                temperature?: {
                    accepted: boolean;
                    /** @description The source of the fact. */
                    source: string;
                    /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                    as_of: string;
                };
                max_tokens_field?: {
                    /** @enum {string} */
                    name: "max_tokens" | "max_completion_tokens";
                    /** @description The source of the fact. */
                    source: string;
                    /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                    as_of: string;
                };
            };
            weights?: {
                open: boolean;
                licence?: string;
                /** @enum {string} */
                commercial_use?: "yes" | "restricted" | "no";
                terms?: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            platforms?: {
                names: string[];
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            prices: components["schemas"]["ModelPrice"][];
            disagreements?: string[];
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        ModelPrice: {
            /** @description The first UTC day of the price; absent if it applies since launch. */
            from?: string;
            /** @description The first day on which the price no longer applies. */
            until?: string;
            input_usd_per_million: number;
            cached_input_usd_per_million?: number;
            cache_write_usd_per_million?: number;
            cache_write_1h_usd_per_million?: number;
            output_usd_per_million?: number;
            request_usd?: number;
            /** @description Rates for the whole request if its input exceeds a number of tokens. */
            context_tiers?: {
                above_input_tokens: number;
                input_usd_per_million: number;
                cached_input_usd_per_million?: number;
                cache_write_usd_per_million?: number;
                cache_write_1h_usd_per_million?: number;
                output_usd_per_million?: number;
            }[];
            /** @description Rates of service tiers other than the standard one, by the provider’s name for them. */
            service_tiers?: {
                [key: string]: {
                    input_usd_per_million: number;
                    cached_input_usd_per_million?: number;
                    cache_write_usd_per_million?: number;
                    cache_write_1h_usd_per_million?: number;
                    output_usd_per_million?: number;
                    /** @description Rates for the whole request if its input exceeds a number of tokens. */
                    context_tiers?: {
                        above_input_tokens: number;
                        input_usd_per_million: number;
                        cached_input_usd_per_million?: number;
                        cache_write_usd_per_million?: number;
                        cache_write_1h_usd_per_million?: number;
                        output_usd_per_million?: number;
                    }[];
                };
            };
            /**
             * @description For a price that was set while the service ran: for this workspace, or for all. Its `source` says so too.
             * @enum {string}
             */
            set_by?: "workspace" | "service";
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
        };
        /** @description Monthly costs under a scenario for which both are known. */
        MonthlyCost: {
            scenario_label: string;
            baseline_usd: number;
            candidate_usd: number;
            sentence: string;
        };
        NamedPart: {
            name: string;
            /** @description The display name. */
            label: string;
        };
        NewApiKey: {
            name: string;
            /**
             * @description `viewer` reads; `editor` also writes; `admin` also manages keys and workspaces.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description The workspaces that the key is limited to. */
            workspaces?: string[] | null;
            /** @description Whether the key belongs to an agent (role viewer or editor). Its requests that cost money or load need a person’s approval. */
            agent?: boolean;
        };
        NewBenchmarkChoice: {
            benchmark_type: string;
            subset?: string | null;
            /** @description The version of the source named by `subset`; defaults to the present one. */
            dataset_version?: string | null;
            num_samples?: number | null;
            trace?: components["schemas"]["Trace"] | null;
            sessions?: components["schemas"]["Sessions"] | null;
            /**
             * @description For load: whether a server may reuse cached prompt prefixes. `allow` is the default for sessions; `defeat` is the default for single requests, which then begin with unique words.
             * @enum {string|null}
             */
            prefix_cache?: "allow" | "defeat" | null;
            /**
             * @description For load and latency: the content of the requests. `items`: the items of the source benchmarks and the custom evaluation in this evaluation. `synthetic`: random words with the token counts of the workload; costs then describe those requests. Defaults to `items` if there are any. Not used with sessions or a trace with sizes, which define their own content.
             * @enum {string|null}
             */
            prompts?: "items" | "synthetic" | null;
            /** @description For open-loop load: the number of load-generator processes. More than one needs PostgreSQL. Default 1. */
            generators?: number | null;
            /** @description For `rag`: the number of top-ranked chunks to measure. Default 5. */
            k?: number | null;
            /** @description For `rag`: which passages are placed in the prompt. `retrieved`: those that the target finds (always included). `gold`: the correct ones. `none`: no passages. Default: all three. */
            conditions?: ("retrieved" | "gold" | "none")[] | null;
        };
        NewCataloguePrice: {
            /** @description The provider, as `model.provider` of a stack or in the catalogue. */
            provider: string;
            /** @description The model id at this provider. */
            model_id: string;
            /** @description The first UTC day of the price; absent if it applies since launch. */
            from?: string;
            /** @description The first day on which the price no longer applies. */
            until?: string;
            input_usd_per_million: number;
            cached_input_usd_per_million?: number;
            cache_write_usd_per_million?: number;
            cache_write_1h_usd_per_million?: number;
            output_usd_per_million?: number;
            request_usd?: number;
            /** @description Rates for the whole request if its input exceeds a number of tokens. */
            context_tiers?: {
                above_input_tokens: number;
                input_usd_per_million: number;
                cached_input_usd_per_million?: number;
                cache_write_usd_per_million?: number;
                cache_write_1h_usd_per_million?: number;
                output_usd_per_million?: number;
            }[];
            /** @description Rates of service tiers other than the standard one, by the provider’s name for them. */
            service_tiers?: {
                [key: string]: {
                    input_usd_per_million: number;
                    cached_input_usd_per_million?: number;
                    cache_write_usd_per_million?: number;
                    cache_write_1h_usd_per_million?: number;
                    output_usd_per_million?: number;
                    /** @description Rates for the whole request if its input exceeds a number of tokens. */
                    context_tiers?: {
                        above_input_tokens: number;
                        input_usd_per_million: number;
                        cached_input_usd_per_million?: number;
                        cache_write_usd_per_million?: number;
                        cache_write_1h_usd_per_million?: number;
                        output_usd_per_million?: number;
                    }[];
                };
            };
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /** @description The source of the price, such as an address, a contract or an invoice. Verdicts show it. */
            source: string;
        };
        /** @description Evaluations that are compared on the items that all of them have. */
        NewComparison: {
            /** @description The ids of different evaluations that have ended. */
            evaluations: string[];
            /** @description The name of the comparison. Defaults to the names of the evaluations. */
            name?: string;
            /** @description As `methodology.margin`. Default 0.05. */
            margin?: number;
            /** @description As `methodology.confidence_level`. Default 0.95. */
            confidence_level?: number;
        };
        NewEvaluation: {
            name: string;
            description?: string | null;
            evaluation_type?: string;
            targets: components["schemas"]["Target"][];
            benchmarks?: components["schemas"]["NewBenchmarkChoice"][];
            custom_eval?: components["schemas"]["CustomEval"] | null;
            methodology?: components["schemas"]["Methodology"];
            /**
             * @description A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.
             * @enum {string}
             */
            preset?: "equivalence";
        };
        NewEvaluationSampleLabel: {
            /** @description A person’s score for the response. */
            score: number;
            /** @description The criterion that was judged. Default `overall`. */
            criterion?: string;
            note?: string | null;
        };
        NewImport: {
            name: string;
            /**
             * @description The file format. `auto` (default) detects it from the first record.
             * @enum {string}
             */
            format?: "auto" | "otlp" | "openai" | "litellm" | "langfuse" | "jsonl" | "hosted_evals";
            /** @description Whether to remove secrets and personal data before storage. Default true. */
            redact?: boolean;
            /** @description The country for telephone numbers without a country code. Default US. */
            phone_region?: string;
            sample?: {
                /** @description Number of items in the dataset. Default 1000. */
                size?: number;
                /** @description Properties for stratified sampling. Each combination gets a proportional share of the items, and at least one if possible. Default model, route and length. */
                by?: ("model" | "route" | "length" | "session")[];
                /** @description The random seed. Default 1. */
                seed?: number;
            };
            /** @description The grader for items without one in the file. The recorded response is their expected answer. Default f1. */
            grader?: string;
        };
        NewMessage: {
            /**
             * @description The author’s role; `user` by default.
             * @default user
             * @enum {string}
             */
            role?: "user" | "assistant" | "system" | "tool";
            content: string;
            agent_name?: string | null;
            /** @description Whether an agent answers. Defaults to true for role `user`; other roles cannot be answered. Begin `content` with a name such as @researcher to choose the agent. */
            respond?: boolean;
        };
        NewProvider: {
            /** @description The value for `model.provider` of a stack. */
            name: string;
            /**
             * @description The protocol. Defaults to that of the preset with this name, such as `openai`, `anthropic`, `groq` or `openrouter`.
             * @enum {string}
             */
            kind?: "openai-compatible" | "openai" | "openai-responses" | "anthropic" | "google" | "mistral" | "cohere" | "bedrock" | "vertex" | "azure";
            /** @description The address without `/chat/completions`. Defaults to that of the kind or preset. Private addresses and other ports than 80 and 443 need `TARGET_ALLOW_HOSTS`; over http no key is sent to another machine. */
            base_url?: string;
            /** @description The key. It is stored encrypted, needs `ENCRYPTION_KEYS`, and is never returned. */
            api_key?: string;
            /** @description What identifies the account, by the names in `kinds` of `GET /providers`. Secret fields are stored as the key is. A change replaces all fields and the key. */
            account?: {
                [key: string]: string;
            };
            /** @description The only model ids accepted. Defaults to any; an empty list also means any. */
            models?: string[];
            /** @description Maximum calls in flight, over all processes. */
            max_concurrency?: number;
            /** @description Maximum requests in any 60 seconds, over all processes. */
            requests_per_minute?: number;
            /** @description Prices by model id, in USD per million tokens, with at most 6 decimals. */
            prices?: {
                [key: string]: {
                    input_usd_per_million: number;
                    output_usd_per_million: number;
                    /** @description The price of input read from the server’s cache; defaults to the price of other input. */
                    cached_input_usd_per_million?: number;
                };
            };
        };
        NewScenario: {
            name: string;
            /** @description The kind of workload (docs/reference/settings.md#words-of-a-scenario); any other word counts as `general`. */
            workload_type: string;
            /** @description The shape of the traffic (docs/reference/settings.md#words-of-a-scenario); any other word or null counts as `steady`. */
            traffic_profile?: string | null;
            slo_requirements?: {
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p50_latency_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p90_latency_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p95_latency_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p99_latency_ms?: number;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p50_ttft_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p90_ttft_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p95_ttft_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p99_ttft_ms?: number;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p50_tpot_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p90_tpot_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p95_tpot_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p99_tpot_ms?: number;
                /** @description The peak rate in requests per second. */
                throughput_rps?: number;
                /** @description The peak rate in requests per minute, for rates that are not whole per second: 12 is 0.2 requests per second. If throughput_rps is also given, the larger rate applies. */
                throughput_rpm?: number;
                /** @description The required availability as a fraction (0.999) or, above 1, a percentage (99.9). */
                availability?: number;
            };
            budget?: {
                monthly_limit_usd?: number;
                cost_per_1k_requests_usd?: number;
            };
            compliance?: {
                /** @description The allowed regions, countries or jurisdictions (EU, EEA). Each component must run in one of them. */
                regions?: string[];
                /** @description The certificates that each component must have. */
                certifications?: string[];
            };
            /** @description Minimum scores, each on an evaluation of the same benchmark and subset. All are required. */
            quality?: components["schemas"]["QualityMinimum"][];
            /** @description Limits on whole sessions, checked by a load benchmark with sessions. */
            session_requirements?: {
                /** @description The p50 limit in ms: 50 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p50_session_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p90_session_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p95_session_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p99_session_ms?: number;
                /** @description The minimum share of sessions whose last turn is answered. */
                completed_share?: number;
            };
            /** @description The lock-in limit: `none`, `low`, `medium` or `high`. Any other word or null is no limit. */
            vendor_lock_in_tolerance?: string | null;
        };
        NewSeries: {
            name: string;
            description?: string | null;
            evaluation: {
                name: string;
                description?: string | null;
                evaluation_type?: string;
                targets: components["schemas"]["Target"][];
                benchmarks?: components["schemas"]["NewBenchmarkChoice"][];
                custom_eval?: components["schemas"]["CustomEval"] | null;
                methodology?: components["schemas"]["Methodology"];
                /**
                 * @description A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.
                 * @enum {string}
                 */
                preset?: "equivalence";
            };
            schedule?: components["schemas"]["Schedule"] | null;
            /**
             * @description `frozen`: every run uses the same items (default). `fresh`: each run draws new items with another seed.
             * @enum {string}
             */
            items?: "frozen" | "fresh";
            /**
             * @description What happens to runs that were due while no service was running. `once`: one run for all of them (default). `skip`: none.
             * @enum {string}
             */
            missed?: "once" | "skip";
            /** @description The budget of the series for each calendar month in its time zone. A run that would start above it is skipped. */
            max_cost_usd_per_month?: number | null;
            margins: components["schemas"]["SeriesMargins"];
        };
        NewSession: {
            /** @description An API key. Only the console of a service without keys may omit it. */
            key?: string;
        };
        NewSource: {
            /**
             * @description The type of the source. `url`, `github` and `youtube` require `url`; `text` and `pdf` require `content`.
             * @enum {string}
             */
            type: "url" | "github" | "youtube" | "pdf" | "text";
            /** @description The address. Required for url, github and youtube. */
            url?: string | null;
            /** @description The content. Required for text (plain text or Markdown) and pdf (base64). */
            content?: string | null;
            filename?: string | null;
            title?: string | null;
            columns?: components["schemas"]["ColumnMapping"] | null;
            grader?: (string | {
                type: string;
                options?: {
                    [key: string]: unknown;
                };
            }) | null;
        };
        NewStack: {
            name: string;
            description?: string | null;
            model: {
                /** @description A configured provider. Required to evaluate the stack. */
                provider?: string;
                /** @description The provider’s id of the model. Required to evaluate the stack. */
                model_id?: string;
                temperature?: number;
                max_tokens?: number;
                /**
                 * @description The reasoning effort of the model.
                 * @enum {string}
                 */
                reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                top_p?: number;
                /** @description The seed of the first epoch; each further epoch adds 1. Defaults to `random_seed`. */
                seed?: number;
                /** @description Stop sequences. */
                stop?: string[];
                /** @description The response format to request from the provider. */
                response_format?: {
                    /**
                     * @description `json_object` for any JSON, or `json_schema` for JSON of the schema.
                     * @enum {string}
                     */
                    type: "json_object" | "json_schema";
                    /** @description A JSON Schema. Required with `json_schema`. */
                    schema?: {
                        [key: string]: unknown;
                    };
                    name?: string;
                    strict?: boolean;
                };
                /** @description A system prompt that precedes each item’s messages, including its system message. */
                system?: string;
                /** @description The providers that a router may use, in order of preference. */
                provider_route?: string[];
                /**
                 * @description The service tier to request, by the provider’s name for it.
                 * @enum {string}
                 */
                service_tier?: "auto" | "default" | "standard" | "standard_only" | "flex" | "priority" | "scale" | "reserved" | "on_demand" | "performance" | "fast" | "ultrafast";
                /** @description Requests with the same key are sent to the same prompt cache. */
                prompt_cache_key?: string;
                /**
                 * @description How long the provider keeps prompts in its cache. With `anthropic` and `bedrock`, prompts are cached only if it is set.
                 * @enum {string}
                 */
                prompt_cache_retention?: "in_memory" | "5m" | "1h" | "24h";
            };
            framework?: {
                orchestration?: string;
                observability?: string;
                logging?: string;
                tracing?: string;
            };
            hardware?: {
                cloud_provider?: string;
                region?: string;
                gpu_type?: string;
                instance_family?: string;
                replicas?: number;
                /** @description The inference engine and its version, such as vllm 0.11.0. */
                engine?: string;
                /** @description The start options of the engine. */
                engine_args?: string;
                /** @description The quantization of the weights, such as fp8 or awq-int4. */
                quantization?: string;
            };
            endpoint?: components["schemas"]["Endpoint"];
            retrieval?: components["schemas"]["Retrieval"];
        };
        NewWebhook: {
            name: string;
            /** @description The receiver’s address: HTTPS on port 443 in a public network. Other ports, private addresses and `http` need `FETCH_ALLOW_HOSTS` or `ALLOW_PRIVATE_NETWORKS`. Redirects are not followed. */
            url: string;
            events: ("series.alarm" | "series.looked" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "approval.created")[];
        };
        NewWorkspace: {
            name: string;
            description?: string | null;
        };
        /** @description The result for question `no_worse`, once everything is measured. See docs/explanation/statistics.md. */
        NoWorse: {
            baseline: string;
            candidates: {
                target_label: string;
                /**
                 * @description `no_worse` for all measures, `worse` for at least one, otherwise `undecided`.
                 * @enum {string}
                 */
                outcome: "no_worse" | "worse" | "undecided";
                sentence: string;
            }[];
            measures: components["schemas"]["NoWorseMeasure"][];
            /** @description Response costs for each candidate and benchmark for which the costs of both are known. */
            costs?: components["schemas"]["AnswerCost"][];
            /** @description The models, routes and configurations named in the responses of the baseline and of each candidate. */
            served?: components["schemas"]["Served"][];
        };
        /** @description Margins within which a candidate counts as no worse, by measure. They are stated before the run; at least one is required. */
        NoWorseMargins: {
            /** @description The score margin below the baseline; 0.05 is 5 points. */
            score?: number;
            /** @description The margin for the share of solved tasks. */
            success?: number;
            /** @description The factor by which p50, p95 and p99 latency under load may exceed those of the baseline; 1.2 is 20 % more. */
            latency_ratio?: number;
            /** @description The factor for the cost of a solved task. */
            cost_ratio?: number;
        };
        NoWorseMeasure: {
            target_label: string;
            /** @description The key of a score, or a benchmark of tasks or load. */
            benchmark: string;
            /** @description `score`, `success`, `latency_p50`, `latency_p95`, `latency_p99` or `cost_per_solved`. */
            measure: string;
            /**
             * @description `difference`: candidate − baseline, no worse above −margin. `ratio`: candidate / baseline, no worse below `margin`.
             * @enum {string}
             */
            scale: "difference" | "ratio";
            margin: number;
            /** @description The score, ms or USD of the candidate, over the items that candidate and baseline both have. */
            candidate: number | null;
            baseline: number | null;
            /** @description The observed difference or ratio; null if it is missing or infinite. */
            observed: number | null;
            /** @description A one-sided bound. For differences, the lower bound is at `level` and the upper at `worse_level`; for ratios, the reverse. The outcome follows from the position of the bounds relative to the margin. */
            ci_low: number | null;
            ci_high: number | null;
            /** @description The one-sided p-value under the null hypothesis that the difference is at least the margin, with missing items at their worst value. */
            p_no_worse: number | null;
            /** @description The one-sided p-value under the null hypothesis that the difference is at most the margin. */
            p_worse: number | null;
            /** @description The level for `no_worse`, after correction over the candidates. */
            level: number;
            /** @description The level for `worse`, after correction over the candidates of this measure. */
            worse_level: number;
            test: string | null;
            /** @description Number of items that both have, or of requests of the target with fewer. */
            n: number;
            /** @description The effective number of independent requests of the target with fewer. */
            worth?: number;
            clusters: number | null;
            /**
             * @description `no_worse`: shown to be better, equal, or worse by less than the margin. `worse`: shown to be worse by more than the margin.
             * @enum {string}
             */
            outcome: "no_worse" | "worse" | "undecided";
            reason: string;
            /** @description Whether the result rests on only 15 to 29 items or clusters. Treat it as a hint. */
            exploratory: boolean;
            /** @description The approximate number of items, or of requests for each target, that would decide the outcome. */
            n_needed: number | null;
            sentence: string;
        };
        NoWorsePower: {
            benchmark: string;
            /** @description The measure, as in `results.no_worse`. */
            measure: string;
            margin: number;
            /** @description The one-sided level that the correction assigns to the first candidate. */
            level: number;
            /** @description Number of items, or of requests for each target. */
            n: number;
            clusters?: number;
            /** @description The probability of outcome `no_worse` for a candidate that equals the baseline. With clusters, the items of a cluster are assumed to be copies. */
            power: number;
            /** @description The probability of outcome `no_worse` if items within a cluster are independent. */
            power_if_independent?: number;
            /** @description The number of items or requests that gives 80 % power; null if no number does. */
            n_needed: number | null;
        };
        NotMeasured: {
            target_label: string;
            /** @description Number of calls that were made. */
            attempted: number;
            /** @description Why no call was answered, in the provider’s words, or which model answered instead. */
            reason: string;
        };
        Preferences: {
            pairs: {
                target_a: string;
                target_b: string;
                /** @description Number of compared pairs of responses; each epoch counts. */
                compared: number;
                wins_a: number;
                wins_b: number;
                ties: number;
                /** @description The win rate of `target_a` over items; a tie counts half. */
                win_rate: number | null;
                /** @description The lower bound; null while results are provisional. */
                ci_low: number | null;
                ci_high: number | null;
            }[];
            /** @description The Bradley–Terry ranking, best first, of targets that were compared and have equal coverage. Null for fewer than three. */
            ranking: {
                /** @description Whether half a win was added in each direction because a target never won or never lost. This pulls all strengths together. */
                half_wins_added: boolean;
                targets: {
                    target_label: string;
                    /** @description The strength, scaled to a geometric mean of 1: P(i beats j) = pᵢ/(pᵢ + pⱼ). */
                    strength: number;
                    log_strength: number;
                    /** @description The standard error of `log_strength` for independent items. */
                    se: number;
                    elo: number;
                }[];
            } | null;
            position: {
                judge: string;
                /** @description Number of pairs that the judge compared in both orders. */
                pairs: number;
                /** @description The share of pairs with the same preference in both orders. */
                consistency: number | null;
                consistency_ci_low: number | null;
                consistency_ci_high: number | null;
                /** @description The position bias: P(the first response wins) − ½ over decided pairs. */
                bias: number | null;
                bias_ci_low: number | null;
                bias_ci_high: number | null;
            }[];
            /** @description Spearman’s correlation between score and response length; for pairs, between preference and difference in length. */
            length_correlation: {
                n: number;
                r: number;
                ci_low: number | null;
                ci_high: number | null;
            } | null;
        };
        /** @description Results of the check before the run, one for each target and judge. Absent until it has run. */
        Preflight: {
            /** @description The checked targets. Targets that need no network are not checked. */
            targets: components["schemas"]["PreflightTarget"][];
            judges: components["schemas"]["PreflightJudge"][];
        };
        PreflightJudge: {
            judge: string;
            /**
             * @description `passed`: a first token arrived. `other_model`: a clearly different model, or a gateway’s fallback, answered; the target is still measured. `refused`: the account or model refuses every request; it is not measured. `undetermined`: no response within 8 seconds, a temporary failure, or a judge’s response that cannot be read; it is still called.
             * @enum {string}
             */
            status: "passed" | "other_model" | "refused" | "undetermined";
            /** @description Why the check did not pass: the provider’s message or the judge’s response. Null if it passed. */
            message: string | null;
            /** @description The model name that the server returned. */
            returned_model: string | null;
            /** @description The time to the first token; null if nothing was streamed. */
            first_token_ms: number | null;
            /** @description The time from the start of the first call to the end of the last. */
            latency_ms: number;
            /** @description The request parameters by their OpenAI names; null if an existing response of the workspace was used. */
            parameters: {
                [key: string]: unknown;
            } | null;
            /** @description Parameters that the model rejects or requires, and how later requests send them. */
            learned: string[];
            /** @description The cost of the check; null if no price is known. It is 0 if the response is kept as a sample, which then has the cost. */
            cost_usd: number | null;
            /** @description Whether the cost is estimated because the call was aborted after its first token. */
            cost_is_estimated?: boolean;
        };
        PreflightResult: {
            /** @description The checked targets. Targets that need no network are not checked. */
            targets: components["schemas"]["PreflightTarget"][];
            judges: components["schemas"]["PreflightJudge"][];
            /** @description The cost of all calls; null if no price is known. */
            cost_usd: number | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        PreflightTarget: {
            target_label: string;
            /**
             * @description `passed`: a first token arrived. `other_model`: a clearly different model, or a gateway’s fallback, answered; the target is still measured. `refused`: the account or model refuses every request; it is not measured. `undetermined`: no response within 8 seconds, a temporary failure, or a judge’s response that cannot be read; it is still called.
             * @enum {string}
             */
            status: "passed" | "other_model" | "refused" | "undetermined";
            /** @description Why the check did not pass: the provider’s message or the judge’s response. Null if it passed. */
            message: string | null;
            /** @description The model name that the server returned. */
            returned_model: string | null;
            /** @description The time to the first token; null if nothing was streamed. */
            first_token_ms: number | null;
            /** @description The time from the start of the first call to the end of the last. */
            latency_ms: number;
            /** @description The request parameters by their OpenAI names; null if an existing response of the workspace was used. */
            parameters: {
                [key: string]: unknown;
            } | null;
            /** @description Parameters that the model rejects or requires, and how later requests send them. */
            learned: string[];
            /** @description The cost of the check; null if no price is known. It is 0 if the response is kept as a sample, which then has the cost. */
            cost_usd: number | null;
            /** @description Whether the cost is estimated because the call was aborted after its first token. */
            cost_is_estimated?: boolean;
        };
        /** @description The mean request on which token costs and the API side of a break-even are based. */
        PricedRequest: {
            /** @description The requests that the cost is based on. `items`: responses to the items of a source or a custom evaluation. `load`: load requests. `workload`: the published sizes of the `workload_type`. */
            source: string;
            /** @description Whether the requests are random words or published sizes. */
            is_synthetic: boolean;
            input_tokens: number;
            output_tokens: number;
            /** @description The share of input tokens that servers reported as read from a cache; null if not reported. */
            cached_share: number | null;
            /** @description Number of counted responses; null if none were. */
            answers: number | null;
            /** @description A description of the request in words. */
            says: string;
        };
        /** @description An error (RFC 9457). */
        Problem: {
            /** @description The address of the documentation of this code. */
            type: string;
            title: string;
            status: number;
            /** @description What went wrong, and what to do. */
            detail: string;
            /**
             * @description The stable code of the error, for programs.
             * @enum {string}
             */
            code: "invalid_json" | "duplicate_key" | "nesting_too_deep" | "invalid_string" | "invalid_request" | "invalid_id" | "invalid_cursor" | "invalid_header" | "malformed_request" | "unauthenticated" | "forbidden" | "host_not_allowed" | "origin_not_allowed" | "not_found" | "method_not_allowed" | "request_timeout" | "wrong_state" | "conflict" | "idempotency_in_progress" | "precondition_failed" | "body_too_large" | "too_many_values" | "unsupported_media_type" | "impossible" | "idempotency_mismatch" | "limit_exceeded" | "agents_unavailable" | "benchmark_unavailable" | "provider_not_configured" | "rate_limited" | "headers_too_large" | "internal" | "too_many_bodies" | "not_ready" | "model_failed" | "storage_unavailable" | "storage_damaged" | "storage_full";
            /** @description The invalid fields by JSON Pointer; a query or path parameter is /name. */
            errors?: {
                pointer: string;
                detail: string;
            }[];
            request_id: string;
        };
        ProposedCluster: {
            column: string;
            reason: string;
        };
        Provider: {
            /** @description The value for `model.provider` of a stack. */
            name: string;
            kind: string;
            description: string;
            /**
             * @description `configuration`: from the settings of the service. `added`: by `POST /providers`; only these can be changed and removed here.
             * @enum {string}
             */
            source: "built_in" | "configuration" | "added";
            /** @description Why the provider cannot be called, or that it hides an added provider of its name; otherwise null. */
            problem: string | null;
            base_url: string | null;
            models: {
                id: string;
                description: string | null;
                price: {
                    input_usd_per_million: number;
                    output_usd_per_million: number;
                    /** @description The price of input read from the server’s cache; defaults to the price of other input. */
                    cached_input_usd_per_million?: number;
                } | null;
            }[];
            /** @description Whether models that are not listed can be called. */
            accepts_other_models: boolean;
            max_concurrency: number | null;
            requests_per_minute: number | null;
            /** @description The batch interface, if the provider supports `delivery: batch`. */
            batches?: {
                /** @description The batch price as a share of the price of a single call; 0.5 is half. */
                price_factor: number;
                /** @description The source of the price; null if the operator configured it. */
                source: string | null;
                /** @description The date on which the source was read. */
                as_of: string | null;
            };
        };
        ProviderCheck: {
            provider: string;
            models: {
                /** @description Whether the provider listed its models (`GET /models`). */
                listed: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description The number of models on the first page of the list. */
                count: number | null;
                /** @description Whether the list has more pages, which were not read: `count` is then a minimum. */
                has_more: boolean;
                /** @description The ids of the first 200 models. */
                ids: string[];
            };
            model: {
                model_id: string;
                /** @description Whether the model responded to a short request. */
                responds: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description Whether the response was streamed. */
                streams: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description Whether the provider accepted a seed. It may still ignore it. */
                seed: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description Whether the response followed a JSON schema. */
                json_schema: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description Whether the model called a tool. */
                tools: {
                    /**
                     * @description `unknown`: the check was not completed.
                     * @enum {string}
                     */
                    works: "yes" | "no" | "unknown";
                    /** @description What the provider said, or what was observed. */
                    detail: string | null;
                };
                /** @description The model that the provider named in its response. */
                returned_model: string | null;
                first_token_ms: number | null;
                /** @description The time from sending the first request to the end of its response, in milliseconds. */
                latency_ms: number | null;
                price: {
                    input_usd_per_million: number;
                    output_usd_per_million: number;
                    /** @description The price of input read from the server’s cache; defaults to the price of other input. */
                    cached_input_usd_per_million?: number;
                } | null;
                /** @description `provider`: the price of this provider. Otherwise the source of the catalogue. */
                price_source: string | null;
                /** @description The cost of the check; null if it is not known. */
                cost_usd: number | null;
            } | null;
        };
        ProviderFact: {
            id: string;
            name: string;
            kinds: ("model_api" | "gpu_cloud" | "software_service")[];
            /** @description Other names of the provider in stacks, settings and prices. */
            also_called?: string[];
            regions?: {
                names: string[];
                note?: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            certificates: components["schemas"]["CertificateFact"][];
            api?: {
                /** @enum {string} */
                protocol: "openai_compatible" | "own_with_adapters" | "own_without_adapter";
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            retention?: {
                text: string;
                /** @description The source of the fact. */
                source: string;
                /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
                as_of: string;
            };
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        /** @description A kind of provider that can be added, and what it needs. */
        ProviderKind: {
            kind: string;
            description: string;
            /** @description The usual address, in which `{name}` is a field of the account; null if there is none. */
            base_url: string | null;
            /** @description Names of providers for which `kind` and `base_url` can be omitted. */
            presets: string[];
            /** @description The fields of `account`. */
            account: {
                name: string;
                label: string;
                /** @description Whether it is stored encrypted and never returned. */
                secret: boolean;
                /**
                 * @description `key_group`: all of these are given together, in place of an API key.
                 * @enum {string}
                 */
                need: "required" | "key_group" | "optional";
            }[];
        };
        ProviderPatch: {
            /** @description The address without `/chat/completions`. Defaults to that of the kind or preset. Private addresses and other ports than 80 and 443 need `TARGET_ALLOW_HOSTS`; over http no key is sent to another machine. */
            base_url?: string;
            /** @description The key. It is stored encrypted, needs `ENCRYPTION_KEYS`, and is never returned. */
            api_key?: string | null;
            /** @description What identifies the account, by the names in `kinds` of `GET /providers`. Secret fields are stored as the key is. A change replaces all fields and the key. */
            account?: {
                [key: string]: string;
            };
            /** @description The only model ids accepted; null or an empty list means any. The list that GET returns is accepted too, and changes nothing if its ids are unchanged. Prices are changed with `prices`. */
            models?: (string | {
                id: string;
                /** @description A read-only field: accepted and ignored. */
                description?: unknown;
                /** @description A read-only field: accepted and ignored. */
                price?: unknown;
            })[] | null;
            /** @description Maximum calls in flight, over all processes. */
            max_concurrency?: number | null;
            /** @description Maximum requests in any 60 seconds, over all processes. */
            requests_per_minute?: number | null;
            /** @description Prices by model id, in USD per million tokens, with at most 6 decimals. */
            prices?: {
                [key: string]: {
                    input_usd_per_million: number;
                    output_usd_per_million: number;
                    /** @description The price of input read from the server’s cache; defaults to the price of other input. */
                    cached_input_usd_per_million?: number;
                };
            } | null;
            /** @description Cannot be changed: only its present value is accepted. */
            name?: unknown;
            /** @description Cannot be changed: only its present value is accepted. */
            kind?: unknown;
            /** @description A read-only field: accepted and ignored. */
            description?: unknown;
            /** @description A read-only field: accepted and ignored. */
            source?: unknown;
            /** @description A read-only field: accepted and ignored. */
            problem?: unknown;
            /** @description A read-only field: accepted and ignored. */
            accepts_other_models?: unknown;
            /** @description A read-only field: accepted and ignored. */
            batches?: unknown;
        };
        QualityMinimum: {
            /** @description A benchmark type from `GET /benchmarks` that has scores, or `custom` for a custom evaluation. */
            benchmark: string;
            /** @description The subset as in an evaluation. For `dataset`: the id or exact title of its source. Defaults to the whole benchmark. */
            subset?: string;
            /** @description The name of the score in `GET /benchmarks`, which is the default. For `tasks` also `pass^2`, `pass^3` and so on: all of that number of runs of a task solve it. For `custom`: the name of a criterion, by default `overall`. */
            metric?: string;
            /** @description The minimum score from 0 to 1; 0.8 is 80 %. */
            min: number;
        };
        /** @description Another analysis of the same responses. It is not stored and does not change the results. */
        Reanalysis: {
            /** Format: uuid */
            evaluation_id: string;
            /** @description The values stated before the run, as in the manifest; null if there were none. */
            stated: {
                baseline: string;
                no_worse_margins: components["schemas"]["NoWorseMargins"];
            } | null;
            asked: {
                baseline: string;
                no_worse_margins: components["schemas"]["NoWorseMargins"];
            };
            /** @description Why this analysis is exploratory. Show it with every figure of `no_worse`. */
            note: string;
            no_worse: components["schemas"]["NoWorse"];
        };
        /** @description The question to reanalyse. Omitted fields keep the values stated before the run. */
        ReanalysisInput: {
            /** @description The label of a target. */
            baseline?: string;
            no_worse_margins?: components["schemas"]["NoWorseMargins"];
        };
        RegionFact: {
            provider: string;
            region: string;
            /** @description The country as ISO 3166-1 alpha-2. */
            country?: string;
            /** @description The jurisdiction, such as EU, if the country is unknown. */
            jurisdiction?: string;
            /** @description The source of the fact. */
            source: string;
            /** @description The date of the source as a year, month or day; if it has none, the date on which it was read. */
            as_of: string;
            /**
             * @description Whether the fact is built in or from `CATALOG_FILE`. `set`: only its price is known, because it was set.
             * @enum {string}
             */
            origin?: "built_in" | "operator" | "set";
        };
        RequestBatch: {
            /** @description This service’s id of the batch, which is also sent to the provider. */
            id: string;
            target_label: string;
            /** @description `planned`: not sent to the provider. `exhausted`: not sent in this run because the account is exhausted. `sending`: the provider may have it. `submitted`: the provider has it. `cancelling`: a cancellation was requested. `ended`: no more results will arrive. */
            state: string;
            provider_batch_id: string | null;
            requests: number;
            /** @description Number of finished requests, as reported by the provider. */
            done: number;
            /** @description The attempt number. Above 1, the batch contains requests that failed or expired in an earlier batch. */
            attempt: number;
            /** @description Number of times the batch was sent, without rejections because the account was busy with other batches. */
            submissions: number;
            /** @description The most recent error. */
            problem: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            next_look_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            submitted_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            expires_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            ended_at: string | null;
        };
        RequestBatches: {
            /** @description The batches, newest first, at most 1,000. */
            data: components["schemas"]["RequestBatch"][];
        };
        /** @description A requirement with different results for candidate and baseline. */
        RequirementChange: {
            scenario_label: string;
            requirement: string;
            /** @description The limit in words. */
            says: string;
            baseline: {
                /** @enum {string} */
                status: "pass" | "fail" | "inconclusive" | "unknown";
                observed: number | null;
            };
            candidate: {
                /** @enum {string} */
                status: "pass" | "fail" | "inconclusive" | "unknown";
                observed: number | null;
            };
            sentence: string;
        };
        RequirementResult: {
            target_label: string;
            scenario_label: string;
            /** @description The requirement, such as `p95_latency_ms`, `certification: SOC 2` or `quality: gsm8k`. */
            requirement: string;
            /** @enum {string} */
            kind: "p50_latency_ms" | "p90_latency_ms" | "p95_latency_ms" | "p99_latency_ms" | "p50_ttft_ms" | "p90_ttft_ms" | "p95_ttft_ms" | "p99_ttft_ms" | "p50_tpot_ms" | "p90_tpot_ms" | "p95_tpot_ms" | "p99_tpot_ms" | "throughput_rps" | "availability" | "p50_session_ms" | "p90_session_ms" | "p95_session_ms" | "p99_session_ms" | "sessions_completed" | "monthly_limit_usd" | "cost_per_1k_requests_usd" | "regions" | "certification" | "vendor_lock_in_tolerance" | "quality";
            /** @description For a minimum score: its key in `benchmark_scores`. */
            benchmark?: string;
            metric: string;
            /** @description The limit in words. */
            says: string;
            /** @enum {string} */
            status: "pass" | "fail" | "inconclusive" | "unknown";
            limit: number | null;
            observed: number | null;
            ci_low: number | null;
            ci_high: number | null;
            /** @description Number of requests, or of items for a minimum score; null for facts. */
            n: number | null;
            /** @description The approximate number of further requests or items that would decide the outcome. */
            samples_needed: number | null;
            /** @description The distance to the limit relative to the limit; negative if it is missed. */
            margin: number | null;
            direction: string;
            reason: string;
            missing: {
                /** @description The unknown fact. */
                fact: string;
                /** @description Where to add the fact: a JSON Pointer into the operator’s catalogue, or a description. */
                add: string;
            }[];
            /** @description For a cost: whether the requests are synthetic (random words or published sizes). */
            is_synthetic?: boolean;
            /** @description For a latency limit that is missed only because of unanswered requests: their share. */
            unanswered_share?: number;
            /** @description For a minimum score: whether a lenient reading of the responses decides it differently. See `grader_fit`. */
            depends_on_grader?: boolean;
        };
        /** @description The results in short. Only in lists with `results=summary`; omitted if there are no results. */
        ResultSummary: {
            overall_summary: string;
            provisional: boolean;
            /** @description The cost of calls with a known cost; null if there are none. */
            cost_usd: number | null;
            /** @description The answer for each scenario. */
            verdict: {
                scenario_label: string;
                /** @description The recommendation in at most 25 words. */
                answer?: string;
            }[];
            /** @description The versions of the datasets that were read: `version` of `results.datasets`. */
            dataset_versions?: string[];
        };
        Results: {
            target_results: {
                target_label: string;
                /** @description Metrics by name, which includes source and unit, such as `run/latency_p50_ms`. */
                metrics: {
                    [key: string]: number;
                };
                /** @description Scores from 0 to 1 by `benchmark` or `benchmark/subset`. */
                benchmark_scores: {
                    [key: string]: number;
                };
            }[];
            /** @description Comparisons of every pair of targets on every score, requirement and shared metric. Differences that only describe the run have reason `describes_the_run` and no winner; lists of results omit them. */
            comparisons: {
                target_a: string;
                target_b: string;
                metric: string;
                /** @description The score of a minus that of b, over the items for which both have a score. */
                delta: number;
                /** @description The label of the better target, `tie` or `undecided`. */
                winner: string;
                ci_low: number | null;
                ci_high: number | null;
                /** @description A bound of the interval that decides a tie: the outcome is a tie if no winner is named and the interval is within ±margin. It combines two one-sided tests at `tie_level`. */
                tie_ci_low: number | null;
                tie_ci_high: number | null;
                /** @description The corrected level of this tie’s tests; the interval has confidence 1 − 2·`tie_level`. Without it, the level is α. */
                tie_level?: number;
                simultaneous_interval?: components["schemas"]["SimultaneousInterval"];
                p_value: number | null;
                /** @description The adjusted p-value; null outside the family. */
                p_adjusted: number | null;
                /** @description Number of comparisons in the family, whose p-values are adjusted together. Only comparisons of a family can name a winner. */
                family_size: number;
                /** @description Number of items with scores for both targets. */
                n: number;
                /** @description Number of independent clusters among the n items; null if no items share one. */
                clusters: number | null;
                /** @description Number of items without a score for at least one target. */
                dropped: number;
                /** @description Number of pairs of units that share one response because both targets sent the same request. */
                shared_answers?: number;
                test: string | null;
                direction: string;
                /** @description The reason for the value of `winner`. */
                reason: string;
                /** @description Whether the result rests on only 15 to 29 items or clusters. Treat it as a hint. */
                exploratory: boolean;
                /** @description The approximate number of items that would decide the comparison; null if it is decided or no number would. */
                n_needed: number | null;
                /** @description The smallest difference that these items detect with 80 % power, given the observed variation between items. */
                smallest_detectable_difference: number | null;
                /** @description The factor by which clusters increase the variance of the difference. Omitted if no items share a cluster. */
                design_effect?: number;
                /** @description The intraclass correlation of the differences that matches `design_effect`. */
                icc?: number;
                /** @description The correlation of the two targets’ scores over items. The higher it is, the more pairing reduces the variance. */
                correlation?: number;
                /** @description The comparison under a lenient reading, if that scores responses differently from the grader. A winner or tie is named only if it holds for both; otherwise `reason` is `depends_on_grader`. See `grader_fit`. */
                lenient_reading?: {
                    /** @description a − b by the lenient scores. */
                    delta: number;
                    /** @description Number of responses of a whose score differs under the lenient reading. */
                    responses_a: number;
                    /** @description Number of responses of b whose score differs under the lenient reading. */
                    responses_b: number;
                };
                /** @description The reason for the value of `winner`, in words. */
                explanation: string;
                /** @description The outcome in one sentence with its figures. */
                sentence: string;
            }[];
            no_worse?: components["schemas"]["NoWorse"];
            /** @description With five targets or more: the lowest and highest value of each metric. `target_results` has every value. Ranges name no winner. */
            metric_ranges?: {
                metric: string;
                direction: string;
                lowest: {
                    target_label: string;
                    value: number;
                };
                highest: {
                    target_label: string;
                    value: number;
                };
                /** @description Number of pairs of targets that both have this metric. */
                differences: number;
            }[];
            overall_summary: string;
            /** @description Whether measurements are still missing. Provisional results have no winner. */
            provisional: boolean;
            intervals: {
                target_label: string;
                benchmark: string;
                score: number | null;
                ci_low: number | null;
                ci_high: number | null;
                n: number;
                method: string | null;
                /** @description The score if every unit without a score were wrong. Omitted if none is missing. */
                score_if_missing_wrong?: number;
                /** @description The score if every unit without a score were right. Omitted if none is missing. */
                score_if_missing_right?: number;
                /** @description The mean score under a lenient reading, if it differs and may change an outcome. See `grader_fit`. */
                lenient_score?: number;
            }[];
            coverage: {
                target_label: string;
                benchmark: string;
                units: number;
                scored: number;
                failed: number;
                unscored: number;
                pending: number;
                truncated: number;
                extraction: {
                    strict: number;
                    flexible: number;
                    none: number;
                };
                /** @description Number of empty responses with only reasoning, among those without an answer (`none`). Omitted if 0. */
                only_reasoning?: number;
                /** @description Number of unscored responses that reached the token limit before an answer. Omitted if 0. `truncated` also counts those with an answer. */
                cut_off?: number;
                /** @description Number of responses with no finish reason or an unknown one, which may be incomplete. Omitted if 0. */
                no_finish_reason?: number;
                failures: {
                    [key: string]: number;
                };
            }[];
            /** @description Why calls were not answered, by target and benchmark. Omitted if all were answered. */
            reasons?: components["schemas"]["CallReason"][];
            /** @description Targets that never responded, or with most responses from another model. They are not ranked and never eligible. Omitted if there are none. */
            not_measured?: components["schemas"]["NotMeasured"][];
            /** @description Targets that responded at first and then refused every call, for example after a key was revoked, an account was exhausted or a model was retired. Their remaining items are missing. Omitted if there are none. */
            stopped?: components["schemas"]["StoppedTarget"][];
            /** @description Scores of public benchmarks under their published reading rule, beside the scores here. */
            reference_scores?: {
                target_label: string;
                benchmark: string;
                /** @description Number of scored responses that the published rule also graded. */
                n: number;
                /** @description The mean score of these responses in this evaluation. */
                score: number;
                /** @description The mean score of these responses under the published rule. */
                reference_score: number;
                /** @description Number of responses with two different grades; see filter `reference_differs`. */
                differing: number;
                /** @description The published rule, as in the grader option `published_rule`. This field and those below are absent if the responses were graded before rules had versions. */
                rule?: string;
                /** @description The repository of the rule with its commit, or the version of the task. */
                rule_version?: string;
                /** @description The date from which the rule has read responses this way. */
                rule_date?: string;
                /** @description Further differences between the published script and this service, if any. */
                rule_note?: string;
            }[];
            /** @description Targets with responses from a model that differs from the preflight or the definition, or from a gateway’s fallback. Omitted if there are none. */
            other_models?: {
                target_label: string;
                /** @description The model name expected in responses: one that the server returned, or the requested name. */
                expected_model: string;
                answers: number;
                /** @description Number of responses by the name of the other model or gateway fallback. */
                others: {
                    [key: string]: number;
                };
                other_answers: number;
                /**
                 * @description Whether more than half of the responses came from other models or fallbacks. The target is then in `not_measured`.
                 * @enum {boolean}
                 */
                is_most?: true;
            }[];
            /** @description Further metrics of graders, such as exact match beside F1. */
            further_scores?: {
                target_label: string;
                benchmark: string;
                /** @description The metric, such as `exact_match`, `prompt_strict` or `instruction_loose`. */
                name: string;
                /** @description Number of responses. */
                n: number;
                /** @description The mean over responses; `instruction_*` metrics are averaged over instructions. */
                mean: number;
            }[];
            /** @description Benchmarks on which a lenient reading scores responses differently from the grader. Omitted if there are none. */
            grader_fit?: components["schemas"]["GraderFit"][];
            cost: {
                /** @description The cost of calls with a known cost; null if there are none. */
                usd: number | null;
                /** @description Number of calls with unknown cost, including each request of load. */
                unknown_calls: number;
                /** @description An upper bound on the `unknown_calls` that were in progress when the process ended or the evaluation was cancelled. Each counts at the mean cost of a call against `max_cost_usd`. Omitted if 0. */
                cut_off_calls?: number;
                /** @description The cost of judges, which is not part of `usd`; null if unknown. */
                judge_usd?: number | null;
                /** @description The cost of graders’ embedding models, which is not part of `usd`. Omitted if unknown. */
                grading_usd?: number;
                /** @description Number of units that were not sent because an identical request had been answered. */
                shared_answers?: number;
            };
            /** @description Results for each candidate and scenario. Present if a scenario is a target. */
            requirements?: components["schemas"]["RequirementResult"][];
            /** @description The verdict for each scenario. */
            verdict?: components["schemas"]["ScenarioVerdict"][];
            evidence?: components["schemas"]["Evidence"][];
            /** @description The sources that contain the items. Omitted if there are none. */
            datasets?: components["schemas"]["DatasetUsed"][];
            /** @description The benchmarks that are smoke tests, as in `GET /benchmarks`. Omitted if there are none. */
            smoke_tests?: string[];
            /** @description Versions of the graders and readers that graded the samples. Scores of two evaluations may differ if their versions do; rescoring applies the current versions. */
            graded_by?: {
                /** @description A grader, or `reader`, which finds the answer in a response, or `judges`, `passages` or `tasks`. `unknown`: graded before graders had versions. */
                name: string;
                /** @description The version; null if unknown. */
                version: number | null;
                /** @description Number of samples that it graded. */
                samples: number;
            }[];
            tasks?: components["schemas"]["TaskReport"][];
            /** @description Outcomes of responses that should be JSON of a schema. */
            structured?: components["schemas"]["StructuredReport"][];
            adherence?: components["schemas"]["AdherenceReport"][];
            retrieval?: components["schemas"]["RetrievalReport"][];
            load?: components["schemas"]["LoadReport"][];
            /** @description The capacity search of each candidate and scenario. */
            capacity?: components["schemas"]["CapacityReport"][];
            judging?: components["schemas"]["Judging"];
            methodology: {
                sample_size: number;
                confidence_level: number;
                random_seed: number;
                epochs: number;
                margin: number;
                correction: string;
                max_cost_usd: number | null;
                concurrency: number;
                max_concurrency?: number;
                request_timeout_ms: number;
                /** @description Absent if the evaluation was planned before responses were shared. */
                cache?: boolean;
                /**
                 * @description `direct`: each request is a separate call (default). `batch`: targets are called through their providers’ batches, which take up to 24 hours, cost less and measure no latency. Judges are always called directly.
                 * @enum {string}
                 */
                delivery?: "direct" | "batch";
                /**
                 * @description What happens if a target or judge refuses the check request before the run. `continue`: the evaluation runs without it (default). `stop`: the evaluation fails before any other request.
                 * @enum {string}
                 */
                on_preflight_failure?: "continue" | "stop";
                /**
                 * @description `better`: which of two candidates is better (default). `no_worse`: which candidates are no worse than the baseline within the margins.
                 * @enum {string}
                 */
                question?: "better" | "no_worse";
                /** @description For question `no_worse`: the label of the baseline. */
                baseline?: string;
                no_worse_margins?: components["schemas"]["NoWorseMargins"];
                weights?: components["schemas"]["VerdictWeights"];
                cost_assumptions?: components["schemas"]["CostAssumptions"];
            };
            warnings: string[];
        };
        /** @description The chunks of this workspace that are placed in the model’s prompt when the benchmark requires passages. See docs/reference/kinds.md#retrieval. */
        Retrieval: {
            /**
             * @description The search mode. Defaults to `hybrid` if the workspace has a search model, otherwise to `keyword`.
             * @enum {string}
             */
            mode?: "keyword" | "semantic" | "hybrid";
            /** @description Maximum number of chunks placed in the prompt. */
            k: number;
            /** @description The sources to search. Defaults to all sources. */
            source_ids?: string[];
        };
        RetrievalFigure: {
            value: number | null;
            ci_low: number | null;
            ci_high: number | null;
            /** @description Number of questions in the mean. */
            n: number;
        };
        RetrievalReport: {
            target_label: string;
            benchmark: string;
            /** @description Number of top-ranked chunks that are measured. */
            k: number;
            recall: components["schemas"]["RetrievalFigure"];
            precision: components["schemas"]["RetrievalFigure"];
            ndcg: components["schemas"]["RetrievalFigure"];
            /** @description The score under each condition; null if the condition was not requested. */
            answer: {
                retrieved: components["schemas"]["RetrievalFigure"];
                gold: components["schemas"]["RetrievalFigure"] | null;
                none: components["schemas"]["RetrievalFigure"] | null;
            };
            gold_gain: components["schemas"]["RetrievalFigure"] | null;
            retrieval_gain: components["schemas"]["RetrievalFigure"] | null;
            citation_precision: components["schemas"]["RetrievalFigure"];
            citation_recall: components["schemas"]["RetrievalFigure"];
            right_refusal: components["schemas"]["RetrievalFigure"] | null;
            wrong_refusal: components["schemas"]["RetrievalFigure"];
            /** @description The share of the score that is lost by retrieval alone, by the model alone, and by both; null without condition `gold`. */
            lost: {
                retriever: components["schemas"]["RetrievalFigure"];
                reader: components["schemas"]["RetrievalFigure"];
                both: components["schemas"]["RetrievalFigure"];
            } | null;
            /**
             * @description The part shown to lose more of the score than `margin`; null without condition `gold`, or if no question was scored under both conditions.
             * @enum {string|null}
             */
            culprit: "retriever" | "reader" | "both" | "neither" | "undecided" | null;
            /** @description The same result in words. */
            sentence: string;
        };
        RewrappedProviders: {
            /** @description Number of keys that are now encrypted with the first key. */
            rewrapped: number;
            /** @description Number of keys that were already encrypted with the first key. */
            unchanged: number;
            /** @description Providers whose key none of `ENCRYPTION_KEYS` decrypts. */
            unreadable: string[];
        };
        RowChanges: {
            /** @description The version that row numbers refer to; 412 if it is not the present one. Required if an operation names a row. */
            version?: string;
            /** @description They apply together: all row numbers are those of `version`. */
            operations: components["schemas"]["RowOperation"][];
        };
        RowOperation: {
            /**
             * @description `add` inserts a row. `edit` is a merge patch of the fields of a row; null removes a field. `remove` deletes a row.
             * @enum {string}
             */
            op: "add" | "edit" | "remove";
            /** @description The row to edit or remove; with `add`, the row before which the new one is placed. Defaults to the end. */
            row?: number;
            /** @description Required for `add` and `edit`. */
            fields?: {
                [key: string]: unknown;
            };
        };
        Sample: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            unit: number;
            target_label: string;
            benchmark: string;
            item: number;
            item_hash: string;
            epoch: number;
            /** @enum {string} */
            outcome: "scored" | "failed" | "unscored" | "answered" | "measured" | "interrupted";
            score: number | null;
            input: {
                role: string;
                content: string;
            }[];
            expected: string | string[];
            grader: string;
            /** @description The tools that the response may call. */
            tools?: {
                name: string;
                description: string;
            }[];
            /** @description The response format that was requested through the provider’s parameter. */
            response_format?: unknown;
            /** @description Grades by criterion, for a graded custom evaluation. */
            criteria?: {
                criterion: string;
                /** @description The score; null if the response could not be graded. */
                score: number | null;
                judges?: {
                    judge: string;
                    /** @description The score; null if the judge failed. */
                    score: number | null;
                    /** @description The judge’s reason, or why the judge failed. */
                    reason: string | null;
                    /** @description The first 16,000 characters of a judge’s response that could not be read. */
                    reply?: string;
                }[];
            }[];
            /** @description The grades of the parts of a `composite` grader. */
            parts?: {
                /** @description The place of the part, such as `2.1` for the first part of the second. */
                part: string;
                grader: string;
                expected: (string | string[]) | null;
                /** @description Whether the part passes if its grader does not. */
                not: boolean;
                weight: number;
                /** @description The score from which the part passes; null if all of its parts must. */
                threshold: number | null;
                /** @description The name of the part’s score in results. */
                metric: string | null;
                /** @description The score from 0 to 1; null if it could not be graded. */
                score: number | null;
                passed: boolean | null;
            }[];
            /** @description Two responses that judges compared. `score` is that of `target_a`: 1, 0, or ½ for a tie. */
            pair?: {
                target_a: string;
                target_b: string;
                /** @description The sample whose response is compared. */
                sample_a: string;
                sample_b: string;
                answer_a: string | null;
                answer_b: string | null;
                /** @description The label of the preferred target, or `tie`. */
                winner: string | null;
                judges: {
                    judge: string;
                    /** @description The label of the preferred target, or `tie`. */
                    winner: string | null;
                    orders: {
                        /** @description The label of the target whose response was shown first. */
                        first: string;
                        /** @description The label of the preferred target, or `tie`. */
                        winner: string | null;
                        /** @description The judge’s reason, or why the judge failed. */
                        reason: string | null;
                        /** @description The first 16,000 characters of a judge’s response that could not be read. */
                        reply?: string;
                    }[];
                }[];
            };
            transcript?: components["schemas"]["Transcript"];
            answer: string | null;
            reasoning: string | null;
            /** @description The tool calls in the response. They were not executed. */
            tool_calls?: {
                name: string;
                /** @description The arguments as written by the model, which may be invalid JSON. */
                arguments: string;
            }[];
            /** @description The chunks that the response is based on: returned by an application, or placed in the prompt. */
            passages?: {
                id: string | null;
                text: string;
            }[];
            retrieval?: components["schemas"]["SampleRetrieval"];
            extracted: string | null;
            extraction: string | null;
            /** @description The grade under the benchmark’s published rule, 0 or 1. */
            reference_grade?: number;
            /** @description Further metrics of the grader by name, such as `exact_match`. */
            details?: {
                [key: string]: number;
            };
            /** @description The versions of the grader and reader that gave this grade. Absent without a grade, or if graders had no versions yet. */
            graded_by?: {
                [key: string]: number;
            };
            /** @description The score from 0 to 1 under a lenient reading, if it differs from `score`: whether the response contains the expected answer in any form. Also 1 if a grader chosen by default found no answer, since the response may be correct in other words. It shows how well the grader fits and is never used as a score. */
            lenient_score?: number;
            /** @description The class of a failure, or why the sample is unscored. */
            reason: string | null;
            message: string | null;
            /** @description Why the call brought no response, with `message` in words. Absent if it succeeded. */
            failure?: {
                /**
                 * @description `refused`: the server will refuse the call again. `rate_limited`: the server returned 429. `failed`: no complete response arrived. `filtered`: a content filter withheld or cut the response. `not_sent`: this service did not send the call.
                 * @enum {string}
                 */
                outcome: "refused" | "rate_limited" | "failed" | "filtered" | "not_sent";
                /**
                 * @description The cause, such as `unauthorized`, `server_error` or `empty`.
                 * @enum {string}
                 */
                cause: "rate_limited" | "quota" | "server_error" | "unreachable" | "connection_lost" | "truncated" | "malformed" | "not_a_completion" | "empty" | "unexpected" | "too_large" | "deadline" | "stalled" | "unauthorized" | "redirected" | "rejected" | "filtered";
                /**
                 * @description What a refusal applies to: every call of the account, every call to the model, or this request.
                 * @enum {string}
                 */
                scope?: "account" | "model" | "request";
                /** @description The provider’s id of the call. */
                request_id?: string;
            };
            finish_reason: string | null;
            returned_model: string | null;
            /** @description The server’s name for the configuration that responded. */
            system_fingerprint?: string;
            /** @description The provider behind a router, if the response names it. */
            route?: string;
            /** @description The service tier that served the request, if the response names it. */
            service_tier?: string;
            /** @description The provider’s name of the content filter that withheld or cut the response. */
            filter?: string;
            input_tokens: number | null;
            output_tokens: number | null;
            /** @description Number of input tokens that the server read from its cache. */
            cached_tokens?: number;
            cost_usd: number | null;
            latency_ms: number | null;
            attempts: number;
            /** @description The sample whose response this one shares. */
            answer_of: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
        };
        /** @description The number of rows that each value of a filter would leave, together with all other filters. */
        SampleCounts: {
            /** @description Number of scanned rows that match the filter. */
            total: number;
            /** @description Number of rows in the evaluation: one for each item and epoch. */
            rows: number;
            /** @description Number of rows scanned so far, from the first. If it is below `rows`, repeat the request to scan more. */
            looked_at: number;
            /** @description Whether some rows have not been scanned yet. */
            partial: boolean;
            benchmarks: {
                benchmark: string;
                rows: number;
            }[];
            outcomes: {
                outcome: string;
                rows: number;
            }[];
            reasons: {
                reason: string;
                rows: number;
            }[];
            /** @description The largest clusters, at most 100. */
            clusters: {
                cluster: string;
                rows: number;
            }[];
            latencies: {
                from_ms: number;
                /** @description The upper end; null if unlimited. */
                to_ms: number | null;
                rows: number;
            }[];
            /** @description Number of rows on which targets have different scores. */
            disagree: number;
            /** @description Number of rows on which a has a higher score than b; empty for more than 12 targets. */
            pairs: {
                a: string;
                b: string;
                a_higher: number;
            }[];
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SampleMatrix: {
            targets: string[];
            /** @description The pairs of targets that a comparing benchmark’s outcomes refer to; empty for other benchmarks. */
            pairs: string[][];
            /** @description Number of scanned rows that match the filter. */
            total: number;
            /** @description Number of rows in the evaluation: one for each item and epoch. */
            rows: number;
            /** @description Number of rows scanned so far, from the first. If it is below `rows`, repeat the request to scan more. */
            looked_at: number;
            /** @description Whether some rows have not been scanned yet. */
            partial: boolean;
            /** @description The index of the first row among matching rows. */
            offset: number;
            data: {
                benchmark: string;
                item: number;
                epoch: number;
                /** @description The row’s first unit. */
                unit: number;
                /** @description The row’s first sample; null if there is none yet. */
                sample_id: string | null;
                /** @description The part of the last message that distinguishes the item, at most 200 characters: the last question of a long message after an ellipsis, otherwise its beginning. */
                prompt: string;
                /** @description One letter for each of `targets`, or of `pairs` for a comparing benchmark: R right, W wrong, C compared, F failed, U unscored, M measured, I interrupted, A answered but not graded, - not sent. */
                outcomes: string;
                scores: (number | null)[];
            }[];
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SamplePage: {
            data: components["schemas"]["Sample"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SampleRetrieval: {
            /** @description `retrieved`, `gold` or `none`. */
            condition: string;
            answerable: boolean;
            k: number;
            relevant: {
                /** @description The text that makes a chunk relevant. */
                text: string;
                gain: number;
                /** @description The rank of the first chunk that contains it, from 1; null if none does. */
                rank: number | null;
            }[];
            /** @description The chunks of the sample, in order. */
            passages: {
                id: string | null;
                relevant: boolean;
                cited: boolean;
            }[];
            citations: {
                /** @description The number of the chunk, from 1. */
                passage: number | null;
                quote: string | null;
                /** @description Whether the chunk contains the quoted words. */
                verified: boolean;
                /** @description Whether the quotation is verified and its chunk is relevant. */
                supports: boolean;
            }[];
            refused: boolean;
            recall: number | null;
            precision: number | null;
            ndcg: number | null;
            citation_precision: number | null;
            citation_recall: number | null;
        };
        Scenario: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            /** @description The kind of workload (docs/reference/settings.md#words-of-a-scenario); any other word counts as `general`. */
            workload_type: string;
            /** @description The shape of the traffic (docs/reference/settings.md#words-of-a-scenario); any other word or null counts as `steady`. */
            traffic_profile: string | null;
            slo_requirements: {
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p50_latency_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p90_latency_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p95_latency_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p99_latency_ms?: number;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p50_ttft_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p90_ttft_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p95_ttft_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p99_ttft_ms?: number;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p50_tpot_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p90_tpot_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p95_tpot_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p99_tpot_ms?: number;
                /** @description The peak rate in requests per second. */
                throughput_rps?: number;
                /** @description The peak rate in requests per minute, for rates that are not whole per second: 12 is 0.2 requests per second. If throughput_rps is also given, the larger rate applies. */
                throughput_rpm?: number;
                /** @description The required availability as a fraction (0.999) or, above 1, a percentage (99.9). */
                availability?: number;
            };
            budget: {
                monthly_limit_usd?: number;
                cost_per_1k_requests_usd?: number;
            };
            compliance: {
                /** @description The allowed regions, countries or jurisdictions (EU, EEA). Each component must run in one of them. */
                regions?: string[];
                /** @description The certificates that each component must have. */
                certifications?: string[];
            };
            /** @description Minimum scores, each on an evaluation of the same benchmark and subset. All are required. */
            quality: components["schemas"]["QualityMinimum"][];
            /** @description Limits on whole sessions, checked by a load benchmark with sessions. */
            session_requirements: {
                /** @description The p50 limit in ms: 50 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p50_session_ms?: number;
                /** @description The p90 limit in ms: 90 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p90_session_ms?: number;
                /** @description The p95 limit in ms: 95 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p95_session_ms?: number;
                /** @description The p99 limit in ms: 99 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p99_session_ms?: number;
                /** @description The minimum share of sessions whose last turn is answered. */
                completed_share?: number;
            };
            /** @description The lock-in limit: `none`, `low`, `medium` or `high`. Any other word or null is no limit. */
            vendor_lock_in_tolerance: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        ScenarioPage: {
            data: components["schemas"]["Scenario"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        ScenarioPatch: {
            name: string;
            /** @description The kind of workload (docs/reference/settings.md#words-of-a-scenario); any other word counts as `general`. */
            workload_type: string;
            /** @description The shape of the traffic (docs/reference/settings.md#words-of-a-scenario); any other word or null counts as `steady`. */
            traffic_profile?: string | null;
            slo_requirements?: {
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p50_latency_ms?: number | null;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p90_latency_ms?: number | null;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p95_latency_ms?: number | null;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the last token. */
                p99_latency_ms?: number | null;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p50_ttft_ms?: number | null;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p90_ttft_ms?: number | null;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p95_ttft_ms?: number | null;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured from the intended send to the first token that a user sees. */
                p99_ttft_ms?: number | null;
                /** @description The p50 limit in ms: 50 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p50_tpot_ms?: number | null;
                /** @description The p90 limit in ms: 90 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p90_tpot_ms?: number | null;
                /** @description The p95 limit in ms: 95 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p95_tpot_ms?: number | null;
                /** @description The p99 limit in ms: 99 of 100 requests must not exceed it. Measured as the mean time per token of a response after its first. */
                p99_tpot_ms?: number | null;
                /** @description The peak rate in requests per second. */
                throughput_rps?: number | null;
                /** @description The peak rate in requests per minute, for rates that are not whole per second: 12 is 0.2 requests per second. If throughput_rps is also given, the larger rate applies. */
                throughput_rpm?: number | null;
                /** @description The required availability as a fraction (0.999) or, above 1, a percentage (99.9). */
                availability?: number | null;
            } | null;
            budget?: {
                monthly_limit_usd?: number | null;
                cost_per_1k_requests_usd?: number | null;
            } | null;
            compliance?: {
                /** @description The allowed regions, countries or jurisdictions (EU, EEA). Each component must run in one of them. */
                regions?: string[] | null;
                /** @description The certificates that each component must have. */
                certifications?: string[] | null;
            } | null;
            /** @description Minimum scores, each on an evaluation of the same benchmark and subset. All are required. */
            quality?: components["schemas"]["QualityMinimum"][] | null;
            session_requirements?: {
                /** @description The p50 limit in ms: 50 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p50_session_ms?: number | null;
                /** @description The p90 limit in ms: 90 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p90_session_ms?: number | null;
                /** @description The p95 limit in ms: 95 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p95_session_ms?: number | null;
                /** @description The p99 limit in ms: 99 of 100 sessions must not exceed it. Measured from the arrival of a session to its last response, including pauses. */
                p99_session_ms?: number | null;
                /** @description The minimum share of sessions whose last turn is answered. */
                completed_share?: number | null;
            } | null;
            /** @description The lock-in limit: `none`, `low`, `medium` or `high`. Any other word or null is no limit. */
            vendor_lock_in_tolerance?: string | null;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        ScenarioVerdict: {
            scenario_label: string;
            eligible: string[];
            needs_data: {
                label: string;
                reasons: string[];
                /** @description How this candidate was shown to be worse than the first one, as in “was shown to answer worse than Small on every benchmark”. Omitted if it was not. */
                shown_worse?: string;
            }[];
            rejected: {
                label: string;
                reasons: string[];
            }[];
            pareto_front: string[];
            /** @description The weights of this scenario’s criteria, which add up to 1. */
            weights: {
                [key: string]: number;
            };
            order: {
                label: string;
                score: number;
                low: number;
                high: number;
                utilities: {
                    [key: string]: number;
                };
                on_front: boolean;
                dominated_by: string[];
            }[];
            winner: string | null;
            tied: string[];
            share_of_weightings: {
                [key: string]: number;
            };
            flip: {
                criterion: string;
                from: number;
                to: number;
                winner: string;
            } | null;
            /** @description Candidates without any answered call, or with most responses from another model. They are not ranked and never eligible. */
            not_measured?: {
                label: string;
                reason: string;
            }[];
            nearest_misses: {
                label: string;
                largest_violation: number | null;
                fixes: string[];
            }[];
            /** @description The sentences of the fields below, in order. For older evaluations, the sentences that were stored. */
            sentences: string[];
            /** @description The recommendation in at most 25 words. */
            answer?: string;
            /** @description Candidates whose measurement is incomplete (not measured, stopped, many unanswered calls) or came from another model, and why. */
            incomplete?: string | null;
            /** @description How certain the answer is. */
            firmness?: string | null;
            /** @description What would change the answer. */
            change?: string | null;
            /** @description The facts that the decision lacks; `missing` of each requirement shows where to add them. */
            not_known?: string | null;
        };
        Schedule: {
            /** @description Minute, hour, day of month, month and day of week: `0 6 * * 1` is Mondays at 06:00. It must be due within 8 years. */
            cron: string;
            /** @description An IANA time zone such as Europe/Berlin. Default UTC. */
            time_zone?: string;
        };
        SearchAnswer: {
            /** @description The results, best first. They are not paginated. */
            results: components["schemas"]["SearchResult"][];
            took_ms: number;
            /**
             * @description The search mode that was used.
             * @enum {string}
             */
            mode: "keyword" | "semantic" | "hybrid";
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SearchRequest: {
            /** @description Words to search for, with optional "phrase", -exclude, OR and prefix*. Anything else is treated as words, never as a syntax error. If no chunk contains a phrase, its words are searched for and the warning `phrase_absent` is returned. */
            query: string;
            /**
             * @description The search mode. Defaults to `hybrid` once a search model was trained on the workspace, otherwise to `keyword`. If a mode cannot be used, `keyword` is used and a warning gives the reason: semantic_not_ready, semantic_unknown_words or semantic_unavailable. The warning model_behind means that the model was not trained on more than a tenth of the chunks.
             * @enum {string}
             */
            mode?: "keyword" | "semantic" | "hybrid";
            /** @description Maximum number of results. Larger values are reduced to 100. Default 10. */
            limit?: number;
            /** @description The sources to search. Unknown ids match nothing; an empty list matches nothing. */
            source_ids?: string[];
        };
        SearchResult: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            chunk_id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            source_id: string;
            source_title: string;
            text: string;
            /** @description The relevance, which is not a probability. It is comparable within one response and does not depend on `source_ids`. `keyword`: r / (r + 5) of the relevance r. `semantic`: the cosine. `hybrid`: a weighted mean of the cosine and r / (r + m / 2), where m is the relevance of a chunk with every query word once. It is lowered from the fourth chunk of a source on, and halved for rows of a dataset. */
            score: number;
            location: {
                /** @description The headings above the passage, outermost first. */
                heading: string[];
                /** @description The offset in the content, in UTF-16 code units. */
                start: number;
                end: number;
                /** @description The page, for a PDF. */
                page?: number;
                /** @description The path, for a file in a repository. */
                path?: string;
                /** @description The first line, for a file in a repository. */
                start_line?: number;
                end_line?: number;
                /** @description The start time, for a transcript. */
                start_seconds?: number;
            };
            /** @description A link to the passage, if the source has one. */
            url?: string;
            /** @description Matching ranges of `text`, in UTF-16 code units. */
            highlights: {
                start: number;
                end: number;
            }[];
            /** @description The sentence or line with the most distinct query words, in UTF-16 code units. Absent if no query word occurs. */
            excerpt?: {
                start: number;
                end: number;
            };
            /** @description Whether this is a row of a dataset (a source with classification `dataset`), whose score is halved. */
            is_dataset?: boolean;
        };
        SecretRotation: {
            /** @description Number of hours for which earlier secrets also sign. Use 0 if an earlier secret has leaked. */
            earlier_hours?: number;
        };
        Series: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            name: string;
            description: string | null;
            evaluation: {
                name: string;
                description?: string | null;
                evaluation_type?: string;
                targets: components["schemas"]["Target"][];
                benchmarks?: components["schemas"]["NewBenchmarkChoice"][];
                custom_eval?: components["schemas"]["CustomEval"] | null;
                methodology?: components["schemas"]["Methodology"];
                /**
                 * @description A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.
                 * @enum {string}
                 */
                preset?: "equivalence";
            };
            schedule: components["schemas"]["Schedule"] | null;
            /**
             * @description `frozen`: every run uses the same items (default). `fresh`: each run draws new items with another seed.
             * @enum {string}
             */
            items: "frozen" | "fresh";
            /**
             * @description What happens to runs that were due while no service was running. `once`: one run for all of them (default). `skip`: none.
             * @enum {string}
             */
            missed: "once" | "skip";
            /** @description The budget of the series for each calendar month in its time zone. A run that would start above it is skipped. */
            max_cost_usd_per_month: number | null;
            margins: components["schemas"]["SeriesMargins"];
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            next_due_at: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            running: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            reference: string | null;
            /** @description The cost of its runs in this calendar month, as far as prices are known. */
            spent_usd: number;
            /** @description The level of each target and measure over the life of the series: 5 % divided by their number; 0.05 before the reference run. */
            level: number;
            last_look: components["schemas"]["SeriesLook"] | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SeriesAlarm: {
            /** @enum {string} */
            kind: "quality" | "coverage" | "latency" | "cost" | "identity";
            target_label: string;
            benchmark: string | null;
            /** @description Whether the previous interim analysis had no such alarm. */
            is_new: boolean;
            sentence: string;
        };
        SeriesEstimate: {
            /** @description The cost of one run; null if no target has a price. */
            cost_usd: number | null;
            /** @description The level of each target and measure over the life of the series. */
            level: number;
            finds: components["schemas"]["SeriesFound"][];
            assumptions: string[];
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SeriesFinding: {
            target_label: string;
            benchmark: string;
            /** @description `score`, `coverage`, `latency_p95`, `load_p95` or `cost_p50`. */
            measure: string;
            margin: number;
            /** @description The observed value of the reference run. */
            reference: number | null;
            /** @description The observed value of this run: a share, ms or USD. */
            value: number | null;
            /** @description The bound of the reference run plus the margin. A true value within it is no deterioration. */
            limit: number | null;
            /** @description The lower bound for the true mean of all runs so far. It is valid at every interim analysis simultaneously. */
            low: number | null;
            high: number | null;
            /** @description The e-value over all runs so far, limited to 1e12. */
            evidence: number;
            /** @description The e-value that raises an alarm. */
            evidence_needed: number;
            /** @description A CUSUM for charts only: the accumulated deterioration beyond half of the margin, never below 0. For latency and cost it is a ratio to the reference. */
            cusum: number | null;
            alarm: boolean;
        };
        SeriesFound: {
            benchmark: string;
            /** @description `score`, `coverage`, `latency_p95` or `cost_p50`. */
            measure: string;
            margin: number;
            /** @description The deterioration that the estimate assumes: twice the margin; for latency and cost, the square of the margin’s factor. */
            worse: number;
            items: number;
            /** @description The median number of interim analyses until detection in simulated series; null if above 12. */
            looks: number | null;
            /** @description The approximate number of items that would detect it; null if the current ones do or the number is unknown. */
            items_needed: number | null;
            sentence: string;
        };
        SeriesLook: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /** @description The number of the run; the reference run is 0. Null if the run gave no result. */
            number: number | null;
            /** @enum {string} */
            state: "running" | "complete" | "failed" | "skipped";
            /** @description Why the run was skipped or failed. */
            reason: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            due_at: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            evaluation_id: string | null;
            cost_usd: number | null;
            findings: components["schemas"]["SeriesFinding"][];
            alarms: components["schemas"]["SeriesAlarm"][];
            /** @description Facts that changed since the reference run. */
            changes: string[];
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            ended_at: string | null;
        };
        /** @description The monitored measures and their margins: the change that is not an alarm. They are stated before the first run; at least one is required. */
        SeriesMargins: {
            /** @description The allowed decrease of a benchmark’s score from the reference run; 0.05 is 5 points. */
            score?: number;
            /** @description The allowed decrease of the share of items with a score. */
            coverage?: number;
            /** @description The allowed factor between the p95 latency of calls (and of requests under load) and that of the reference run. */
            latency_ratio?: number;
            /** @description The allowed factor for the p50 cost of a call. */
            cost_ratio?: number;
        };
        SeriesPage: {
            data: components["schemas"]["Series"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SeriesPatch: {
            name?: string;
            description?: string | null;
            schedule?: components["schemas"]["Schedule"] | null;
            /**
             * @description What happens to runs that were due while no service was running. `once`: one run for all of them (default). `skip`: none.
             * @enum {string}
             */
            missed?: "once" | "skip";
            /** @description The budget of the series for each calendar month in its time zone. A run that would start above it is skipped. */
            max_cost_usd_per_month?: number | null;
            /** @enum {string} */
            status?: "active" | "paused";
            /** @description A read-only field: the current value is accepted, any other is refused. */
            evaluation?: unknown;
            /** @description A read-only field: the current value is accepted, any other is refused. */
            items?: unknown;
            /** @description A read-only field: the current value is accepted, any other is refused. */
            margins?: unknown;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            workspace_id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            next_due_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            running?: unknown;
            /** @description A read-only field: accepted and ignored. */
            reference?: unknown;
            /** @description A read-only field: accepted and ignored. */
            spent_usd?: unknown;
            /** @description A read-only field: accepted and ignored. */
            level?: unknown;
            /** @description A read-only field: accepted and ignored. */
            last_look?: unknown;
            /** @description A read-only field: accepted and ignored. */
            looks?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        SeriesQuestion: {
            evaluation: {
                name: string;
                description?: string | null;
                evaluation_type?: string;
                targets: components["schemas"]["Target"][];
                benchmarks?: components["schemas"]["NewBenchmarkChoice"][];
                custom_eval?: components["schemas"]["CustomEval"] | null;
                methodology?: components["schemas"]["Methodology"];
                /**
                 * @description A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.
                 * @enum {string}
                 */
                preset?: "equivalence";
            };
            /**
             * @description `frozen`: every run uses the same items (default). `fresh`: each run draws new items with another seed.
             * @enum {string}
             */
            items?: "frozen" | "fresh";
            margins: components["schemas"]["SeriesMargins"];
        };
        SeriesWithLooks: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            name: string;
            description: string | null;
            evaluation: {
                name: string;
                description?: string | null;
                evaluation_type?: string;
                targets: components["schemas"]["Target"][];
                benchmarks?: components["schemas"]["NewBenchmarkChoice"][];
                custom_eval?: components["schemas"]["CustomEval"] | null;
                methodology?: components["schemas"]["Methodology"];
                /**
                 * @description A preset that fills in omitted fields; the evaluation shows the result. `equivalence` tests whether endpoints of one model are no worse than the first target, with margins of 0.05, on generated form, instruction and table benchmarks. Their latency, cost and returned model names are in `results.no_worse.served`.
                 * @enum {string}
                 */
                preset?: "equivalence";
            };
            schedule: components["schemas"]["Schedule"] | null;
            /**
             * @description `frozen`: every run uses the same items (default). `fresh`: each run draws new items with another seed.
             * @enum {string}
             */
            items: "frozen" | "fresh";
            /**
             * @description What happens to runs that were due while no service was running. `once`: one run for all of them (default). `skip`: none.
             * @enum {string}
             */
            missed: "once" | "skip";
            /** @description The budget of the series for each calendar month in its time zone. A run that would start above it is skipped. */
            max_cost_usd_per_month: number | null;
            margins: components["schemas"]["SeriesMargins"];
            /** @enum {string} */
            status: "active" | "paused";
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            next_due_at: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            running: string | null;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            reference: string | null;
            /** @description The cost of its runs in this calendar month, as far as prices are known. */
            spent_usd: number;
            /** @description The level of each target and measure over the life of the series: 5 % divided by their number; 0.05 before the reference run. */
            level: number;
            last_look: components["schemas"]["SeriesLook"] | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
            /** @description The latest 500 runs, oldest first, including skipped and failed ones. */
            looks: components["schemas"]["SeriesLook"][];
        };
        Served: {
            target_label: string;
            /** @description Number of responses by name. The empty name counts responses without one. */
            models: {
                [key: string]: number;
            };
            /** @description Number of responses by name. The empty name counts responses without one. */
            routes: {
                [key: string]: number;
            };
            /** @description Number of responses by name. The empty name counts responses without one. */
            fingerprints: {
                [key: string]: number;
            };
        };
        Session: {
            /** @description Whether the service has no keys, so that this machine needs none. */
            open: boolean;
            /**
             * @description `viewer` reads; `editor` also writes; `admin` also manages keys and workspaces.
             * @enum {string}
             */
            role: "viewer" | "editor" | "admin";
            /** @description Whether the key belongs to an agent (role viewer or editor). Its requests that cost money or load need a person’s approval. */
            agent: boolean;
            /** @description The workspaces that the key is limited to; null for all. */
            workspaces: string[] | null;
        };
        /** @description Results of sessions. Omitted if requests were not turns of sessions. */
        SessionReport: {
            /** @description Number of sessions that began in the measured part, without `cut` ones. */
            sessions: number;
            /** @description Number of sessions by outcome. `completed`. `failed`: a turn was not answered. `unfinished`: abandoned after a time limit. `cut`: the load ended first; this does not count against the server. */
            outcomes: {
                [key: string]: number;
            };
            completed_share: {
                value: number;
                ci_low: number;
                ci_high: number;
            } | null;
            /** @description Duration of completed sessions from arrival to the last response, including pauses. */
            session_ms: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            /** @description Total response time within completed sessions. */
            waited_ms: {
                p50: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                /** @description The 90th percentile. */
                p90?: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p95: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                p99: {
                    observed: number;
                    ci_low: number | null;
                    ci_high: number | null;
                } | null;
                mean: number | null;
            };
            turns_mean: number | null;
            /** @description The share of input tokens that the server reported as read from its cache. */
            cached_share: number | null;
            /** @description The share of input tokens that the session had already sent or received: what a prefix cache can save, apart from parts shared between sessions. */
            repeated_share: number | null;
            /** @description Turns sent in the measured part, by their number in the session. */
            by_turn: {
                turn: number;
                requests: number;
                latency_ms: {
                    p50: number | null;
                    p95: number | null;
                };
                ttft_ms: {
                    p50: number | null;
                    p95: number | null;
                };
                input_tokens_mean: number | null;
                /** @description The share of input tokens that the server reported as read from its cache. */
                cached_share: number | null;
                /** @description The share of input tokens that the session had already sent or received: what a prefix cache can save, apart from parts shared between sessions. */
                repeated_share: number | null;
            }[];
        };
        /** @description For load: conversations arrive in place of single requests. Each turn is one request that contains all previous turns, sent after a pause. `num_samples` is the number of measured sessions. */
        Sessions: {
            /** @description Number of requests in each session. Default 4. */
            turns?: number;
            /** @description The user’s mean pause after a response. Default 10000. */
            think_ms?: number;
            /** @description Number of tool results that follow each user turn. Default 0. */
            tool_turns?: number;
            /** @description Mean duration of a tool call. Default 1000. */
            tool_ms?: number;
            /** @description Number of tokens that each further turn adds. Default 100. */
            next_input_tokens?: number;
        };
        /** @description The interval of this difference within its family, with correction `holm`. It never contradicts the outcome: 0 is outside it or at its end if a winner is named, and otherwise inside or at its end. docs/explanation/statistics.md describes its coverage. */
        SimultaneousInterval: {
            ci_low: number;
            ci_high: number;
            /** @description The confidence level of this interval alone: 1 − α / `family_size` (Bonferroni). */
            level: number;
            /**
             * @description How the interval was formed. `bonferroni`: at its own level. `holm`: a winner is named but the interval at its level contains 0, so one end is set to 0; the sign is shown without a size. `no_decision`: no winner is named but the interval at its level excludes 0, so it is extended to 0.
             * @enum {string}
             */
            rests_on: "bonferroni" | "holm" | "no_decision";
        };
        Source: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * @description The type of the source.
             * @enum {string}
             */
            type: "url" | "github" | "youtube" | "pdf" | "text";
            url: string | null;
            title: string;
            /**
             * @description The status of the source. `ready`: search on this node finds it.
             * @enum {string}
             */
            status: "pending" | "processing" | "ready" | "failed";
            chunk_count: number;
            /**
             * @description The kind of document; `other` until it is known.
             * @enum {string}
             */
            classification: "documentation" | "code" | "paper" | "article" | "transcript" | "pricing" | "benchmark" | "policy" | "dataset" | "other";
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            filename?: string;
            /** @description The media type of the upload or of the fetched document. For an address that has not been read yet, `text/html`. */
            media_type: string;
            /** @description The size of the upload or of the text read from the address. */
            byte_size: number;
            language?: string;
            /** @description The progress of indexing. Absent if none is running. */
            stage?: {
                /**
                 * @description The current step. `read`: starts, or reads text. `fetch`: downloads the address. `parse`: extracts the text. `write`: stores the chunks. `index`: makes them searchable.
                 * @enum {string}
                 */
                name: "read" | "fetch" | "parse" | "write" | "index";
                done: number;
                /** @description The total number; 0 if unknown. */
                total: number;
                /**
                 * @description The unit of `done` and `total`; chunks if absent.
                 * @enum {string}
                 */
                unit?: "bytes" | "pages" | "files";
            };
            /** @description Why indexing failed. Absent otherwise. */
            error?: {
                /** @enum {string} */
                code: "invalid_url" | "credentials_in_url" | "port_not_allowed" | "address_not_allowed" | "unsupported_address" | "host_not_found" | "connection_failed" | "tls_failed" | "timed_out" | "too_slow" | "too_many_redirects" | "page_not_found" | "access_denied" | "rate_limited" | "server_error" | "bad_response" | "blocked_by_robots" | "robots_unavailable" | "too_large" | "unsupported_media_type" | "empty_content" | "binary_content" | "unreadable_table" | "invalid_encoding" | "too_complex" | "unreadable_html" | "not_a_pdf" | "encrypted_pdf" | "scanned_pdf" | "malformed_pdf" | "too_many_pages" | "malformed_transcript" | "malformed_archive" | "too_many_files" | "repository_not_found" | "repository_private" | "repository_moved" | "repository_empty" | "repository_unavailable" | "invalid_token" | "ref_not_found" | "path_not_found" | "captions_disabled" | "captions_unavailable" | "blocked_by_provider" | "video_unavailable" | "parsing_timed_out" | "parsing_out_of_memory" | "parsing_crashed" | "no_resources" | "chunking_timed_out" | "too_many_chunks" | "stalled" | "indexing_failed" | "stopped";
                message: string;
                /** @description Whether a retry may succeed without other changes. */
                retryable: boolean;
            };
            /** @description Content that was found but not read in the last indexing, most frequent reason first. Omitted if there is none. */
            left_out?: components["schemas"]["LeftOut"][];
            /** @description SHA-256 in hex of the uploaded bytes, or of the text read from the address. Absent until it is read. */
            content_hash?: string;
            /**
             * Format: uuid
             * @description The oldest source with the same bytes or address. Both share their chunks, so `status`, `stage`, `error` and `chunk_count` are the same.
             */
            duplicate_of?: string;
            columns?: components["schemas"]["ColumnMapping"];
            /** @description The grader of rows that name none, by its name or as `{type, options}`. Evaluations that use the source as a dataset apply it. */
            grader?: string | {
                type: string;
                options?: {
                    [key: string]: unknown;
                };
            };
            /** @description The sheet of a workbook that was chosen when it was uploaded. */
            sheet?: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            indexed_at?: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SourceChunk: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            source_id: string;
            /** @description The index of the chunk in its source, from 0. */
            ordinal: number;
            /** @description The text of the chunk: content.slice(location.start, location.end). */
            text: string;
            location: {
                /** @description The headings above the passage, outermost first. */
                heading: string[];
                /** @description The offset in the content, in UTF-16 code units. */
                start: number;
                end: number;
                /** @description The page, for a PDF. */
                page?: number;
                /** @description The path, for a file in a repository. */
                path?: string;
                /** @description The first line, for a file in a repository. */
                start_line?: number;
                end_line?: number;
                /** @description The start time, for a transcript. */
                start_seconds?: number;
            };
            /** @description A link to the passage, if the source has one. */
            url?: string;
        };
        SourceChunkPage: {
            data: components["schemas"]["SourceChunk"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SourcePage: {
            data: components["schemas"]["Source"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        SourcePatch: {
            title?: string;
            columns?: {
                /** @description The text of the user message. */
                input?: string | null;
                /** @description In place of `input`: a list of messages. */
                messages?: string | null;
                /** @description A system message before the input. */
                system?: string | null;
                /** @description A text that the input is about. It is sent before the input, in the same message. */
                context?: string | null;
                expected?: (string | string[]) | null;
                /** @description The grader of the row. */
                grader?: string | null;
                /** @description A name shared by rows that are not independent. */
                cluster?: string | null;
                /** @description The identifier of the row, kept with its item. */
                id?: string | null;
                /** @description Tags, kept with the item. */
                tags?: string | null;
                /** @description A weight, kept with the item; it does not change scores. */
                weight?: string | null;
                /** @description Further columns to keep with the item. Defaults to all others. */
                metadata?: string[] | null;
            } | null;
            grader?: (string | {
                type: string;
                options?: {
                    [key: string]: unknown;
                };
            }) | null;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            type?: unknown;
            /** @description A read-only field: accepted and ignored. */
            url?: unknown;
            /** @description A read-only field: accepted and ignored. */
            status?: unknown;
            /** @description A read-only field: accepted and ignored. */
            chunk_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            classification?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            filename?: unknown;
            /** @description A read-only field: accepted and ignored. */
            media_type?: unknown;
            /** @description A read-only field: accepted and ignored. */
            byte_size?: unknown;
            /** @description A read-only field: accepted and ignored. */
            language?: unknown;
            /** @description A read-only field: accepted and ignored. */
            stage?: unknown;
            /** @description A read-only field: accepted and ignored. */
            error?: unknown;
            /** @description A read-only field: accepted and ignored. */
            left_out?: unknown;
            /** @description A read-only field: accepted and ignored. */
            content_hash?: unknown;
            /** @description A read-only field: accepted and ignored. */
            duplicate_of?: unknown;
            /** @description A read-only field: accepted and ignored. */
            sheet?: unknown;
            /** @description A read-only field: accepted and ignored. */
            indexed_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        Stack: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            description: string | null;
            model: {
                /** @description A configured provider. Required to evaluate the stack. */
                provider?: string;
                /** @description The provider’s id of the model. Required to evaluate the stack. */
                model_id?: string;
                temperature?: number;
                max_tokens?: number;
                /**
                 * @description The reasoning effort of the model.
                 * @enum {string}
                 */
                reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                top_p?: number;
                /** @description The seed of the first epoch; each further epoch adds 1. Defaults to `random_seed`. */
                seed?: number;
                /** @description Stop sequences. */
                stop?: string[];
                /** @description The response format to request from the provider. */
                response_format?: {
                    /**
                     * @description `json_object` for any JSON, or `json_schema` for JSON of the schema.
                     * @enum {string}
                     */
                    type: "json_object" | "json_schema";
                    /** @description A JSON Schema. Required with `json_schema`. */
                    schema?: {
                        [key: string]: unknown;
                    };
                    name?: string;
                    strict?: boolean;
                };
                /** @description A system prompt that precedes each item’s messages, including its system message. */
                system?: string;
                /** @description The providers that a router may use, in order of preference. */
                provider_route?: string[];
                /**
                 * @description The service tier to request, by the provider’s name for it.
                 * @enum {string}
                 */
                service_tier?: "auto" | "default" | "standard" | "standard_only" | "flex" | "priority" | "scale" | "reserved" | "on_demand" | "performance" | "fast" | "ultrafast";
                /** @description Requests with the same key are sent to the same prompt cache. */
                prompt_cache_key?: string;
                /**
                 * @description How long the provider keeps prompts in its cache. With `anthropic` and `bedrock`, prompts are cached only if it is set.
                 * @enum {string}
                 */
                prompt_cache_retention?: "in_memory" | "5m" | "1h" | "24h";
            };
            framework: {
                orchestration?: string;
                observability?: string;
                logging?: string;
                tracing?: string;
            };
            hardware: {
                cloud_provider?: string;
                region?: string;
                gpu_type?: string;
                instance_family?: string;
                replicas?: number;
                /** @description The inference engine and its version, such as vllm 0.11.0. */
                engine?: string;
                /** @description The start options of the engine. */
                engine_args?: string;
                /** @description The quantization of the weights, such as fp8 or awq-int4. */
                quantization?: string;
            };
            endpoint?: components["schemas"]["Endpoint"];
            model_end?: components["schemas"]["ModelEnd"];
            retrieval?: components["schemas"]["Retrieval"];
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        StackPage: {
            data: components["schemas"]["Stack"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        StackPatch: {
            name: string;
            description?: string | null;
            model: {
                /** @description A configured provider. Required to evaluate the stack. */
                provider?: string | null;
                /** @description The provider’s id of the model. Required to evaluate the stack. */
                model_id?: string | null;
                temperature?: number | null;
                max_tokens?: number | null;
                /**
                 * @description The reasoning effort of the model.
                 * @enum {string|null}
                 */
                reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max" | null;
                top_p?: number | null;
                /** @description The seed of the first epoch; each further epoch adds 1. Defaults to `random_seed`. */
                seed?: number | null;
                /** @description Stop sequences. */
                stop?: string[] | null;
                /** @description The response format to request from the provider. */
                response_format?: {
                    /**
                     * @description `json_object` for any JSON, or `json_schema` for JSON of the schema.
                     * @enum {string}
                     */
                    type: "json_object" | "json_schema";
                    /** @description A JSON Schema. Required with `json_schema`. */
                    schema?: {
                        [key: string]: unknown;
                    };
                    name?: string;
                    strict?: boolean;
                } | null;
                /** @description A system prompt that precedes each item’s messages, including its system message. */
                system?: string | null;
                /** @description The providers that a router may use, in order of preference. */
                provider_route?: string[] | null;
                /**
                 * @description The service tier to request, by the provider’s name for it.
                 * @enum {string|null}
                 */
                service_tier?: "auto" | "default" | "standard" | "standard_only" | "flex" | "priority" | "scale" | "reserved" | "on_demand" | "performance" | "fast" | "ultrafast" | null;
                /** @description Requests with the same key are sent to the same prompt cache. */
                prompt_cache_key?: string | null;
                /**
                 * @description How long the provider keeps prompts in its cache. With `anthropic` and `bedrock`, prompts are cached only if it is set.
                 * @enum {string|null}
                 */
                prompt_cache_retention?: "in_memory" | "5m" | "1h" | "24h" | null;
            };
            framework?: {
                orchestration?: string | null;
                observability?: string | null;
                logging?: string | null;
                tracing?: string | null;
            } | null;
            hardware?: {
                cloud_provider?: string | null;
                region?: string | null;
                gpu_type?: string | null;
                instance_family?: string | null;
                replicas?: number | null;
                /** @description The inference engine and its version, such as vllm 0.11.0. */
                engine?: string | null;
                /** @description The start options of the engine. */
                engine_args?: string | null;
                /** @description The quantization of the weights, such as fp8 or awq-int4. */
                quantization?: string | null;
            } | null;
            endpoint?: components["schemas"]["Endpoint"] | null;
            retrieval?: components["schemas"]["Retrieval"] | null;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
            /** @description A read-only field: accepted and ignored. */
            model_end?: unknown;
        };
        /** @description Either `stack_id`, or an unsaved endpoint with the model that its template may name. */
        StackTrial: {
            /**
             * Format: uuid
             * @description A stack with an endpoint or a model.
             */
            stack_id?: string;
            endpoint?: components["schemas"]["Endpoint"];
            model?: {
                /** @description A configured provider. Required to evaluate the stack. */
                provider?: string;
                /** @description The provider’s id of the model. Required to evaluate the stack. */
                model_id?: string;
                temperature?: number;
                max_tokens?: number;
                /**
                 * @description The reasoning effort of the model.
                 * @enum {string}
                 */
                reasoning_effort?: "none" | "minimal" | "low" | "medium" | "high" | "xhigh" | "max";
                top_p?: number;
                /** @description The seed of the first epoch; each further epoch adds 1. Defaults to `random_seed`. */
                seed?: number;
                /** @description Stop sequences. */
                stop?: string[];
                /** @description The response format to request from the provider. */
                response_format?: {
                    /**
                     * @description `json_object` for any JSON, or `json_schema` for JSON of the schema.
                     * @enum {string}
                     */
                    type: "json_object" | "json_schema";
                    /** @description A JSON Schema. Required with `json_schema`. */
                    schema?: {
                        [key: string]: unknown;
                    };
                    name?: string;
                    strict?: boolean;
                };
                /** @description A system prompt that precedes each item’s messages, including its system message. */
                system?: string;
                /** @description The providers that a router may use, in order of preference. */
                provider_route?: string[];
                /**
                 * @description The service tier to request, by the provider’s name for it.
                 * @enum {string}
                 */
                service_tier?: "auto" | "default" | "standard" | "standard_only" | "flex" | "priority" | "scale" | "reserved" | "on_demand" | "performance" | "fast" | "ultrafast";
                /** @description Requests with the same key are sent to the same prompt cache. */
                prompt_cache_key?: string;
                /**
                 * @description How long the provider keeps prompts in its cache. With `anthropic` and `bedrock`, prompts are cached only if it is set.
                 * @enum {string}
                 */
                prompt_cache_retention?: "in_memory" | "5m" | "1h" | "24h";
            };
            /** @description The user’s message. */
            input: string;
            system?: string;
            /** @description Fields of the item for {{fields.NAME}}. */
            fields?: {
                [key: string]: string;
            };
            /** @description The `session` of an earlier test, to continue it. */
            session?: string;
            /** @description The time limit. Default 30,000. */
            timeout_ms?: number;
        };
        StackTrialResult: {
            request: {
                method: string;
                url: string;
                /** @description The request headers, with the names of secrets in place of their values. */
                headers: {
                    [key: string]: string;
                };
                body: unknown;
            };
            /** @description The HTTP status; null if no response began. */
            status: number | null;
            /** @description The first 20,000 characters of the response; for a stream, the data of its events. */
            body: string | null;
            found: {
                /** @description The JSON Pointer of the path’s field in the endpoint, such as /response/answer. */
                pointer: string;
                path: string;
                /** @description The value at the path; long texts are truncated. */
                value?: unknown;
                /** @description The part of the path that is missing, and what the response has instead. */
                missing?: string;
            }[];
            /** @description The response text; null if the test failed, with the reason in `error`. */
            answer: string | null;
            /** @description Why the test failed. */
            error: string | null;
            /**
             * @description For a stack with a model. `other_model`: a clearly different model, or a gateway’s fallback, responded. `refused`: the account or model refuses every request. `undetermined`: no response in time, or a temporary failure.
             * @enum {string}
             */
            outcome?: "passed" | "other_model" | "refused" | "undetermined";
            /** @description Parameters that the model rejects or requires. Omitted if there are none. */
            learned?: string[];
            model: string | null;
            finish_reason: string | null;
            usage: {
                input_tokens: number | null;
                output_tokens: number | null;
                reasoning_tokens: number | null;
                cached_tokens: number | null;
            };
            cost_usd: number | null;
            tool_calls: {
                id: string;
                name: string;
                arguments: string;
            }[];
            passages: {
                id: string | null;
                text: string;
            }[];
            session: string | null;
            latency_ms: number;
            /** @description For a stream: the time to the first token. */
            first_token_ms: number | null;
        };
        StoppedTarget: {
            target_label: string;
            /** @description Number of items planned; 0 if only load was planned. */
            units: number;
            /** @description Number of calls answered before the target was stopped. */
            answered: number;
            /**
             * @description `refused`: the server will refuse the call again. `rate_limited`: the server returned 429. `failed`: no complete response arrived. `filtered`: a content filter withheld or cut the response. `not_sent`: this service did not send the call.
             * @enum {string}
             */
            outcome: "refused" | "rate_limited" | "failed" | "filtered" | "not_sent";
            /**
             * @description The cause, such as `unauthorized`, `server_error` or `empty`.
             * @enum {string}
             */
            cause: "rate_limited" | "quota" | "server_error" | "unreachable" | "connection_lost" | "truncated" | "malformed" | "not_a_completion" | "empty" | "unexpected" | "too_large" | "deadline" | "stalled" | "unauthorized" | "redirected" | "rejected" | "filtered";
            /**
             * @description What a refusal applies to: every call of the account, every call to the model, or this request.
             * @enum {string}
             */
            scope?: "account" | "model" | "request";
            /** @description Why the target was stopped, in the provider’s words. */
            reason: string;
        };
        StructuredReport: {
            target_label: string;
            benchmark: string;
            /** @description `response_format`: the format was requested through the provider’s parameter. `prompt`: the schema was in the prompt. */
            condition: string;
            /** @description Number of graded responses: one for each item and epoch. */
            answers: number;
            /** @description Every outcome, including those without responses. Intervals are clustered by item. */
            outcomes: {
                /** @description `right`, `wrong_fields` (valid, but a field differs from the expected value), `invalid`, `truncated`, `refused`, `wrong_route` (text or a tool call in place of JSON) or `empty`. Each response has one outcome. */
                outcome: string;
                count: number;
                share: number | null;
                ci_low: number | null;
                ci_high: number | null;
            }[];
            /** @description Responses that are valid against their schema: `right` or `wrong_fields`. */
            valid: {
                share: number | null;
                ci_low: number | null;
                ci_high: number | null;
            };
            /** @description For valid responses: correct fields as a share of expected and additional ones, averaged over items. */
            field_accuracy: {
                share: number | null;
                ci_low: number | null;
                ci_high: number | null;
            };
            /** @description The share of valid responses in which each field is correct, lowest first. */
            fields: {
                /** @description The field as a JSON Pointer; `*` is any index of a list. */
                field: string;
                /** @description Number of items with a valid response that has this field. */
                questions: number;
                share: number | null;
                ci_low: number | null;
                ci_high: number | null;
            }[];
            /** @description Number of fields that are not listed. Omitted if 0. */
            further_fields?: number;
            /** @description Number of fields in valid responses that were not expected. */
            invented_fields: number;
        };
        TableInspection: {
            /**
             * @description The file format.
             * @enum {string}
             */
            format: "csv" | "json" | "json_lines" | "markdown" | "parquet" | "xlsx";
            /** @description The text encoding; null for XLSX and Parquet. */
            encoding: string | null;
            /** @description The delimiter of a CSV file; null for other formats. */
            delimiter: string | null;
            /** @description The sheet that was read; null if the file is not a workbook. */
            sheet: string | null;
            /** @description All sheets of the workbook; empty for other formats. */
            sheets: string[];
            row_count: number;
            /** @description What was skipped, in words: titles above the header, empty rows and columns. Null if nothing was skipped. */
            left_out: string | null;
            columns: components["schemas"]["InspectedColumn"][];
            mapping: components["schemas"]["ColumnMapping"];
            /** @description Columns that may identify clusters of dependent items. None is used unless you choose it, because clusters change intervals. */
            proposed_clusters: components["schemas"]["ProposedCluster"][];
            /** @description Notes to read before you use the mapping. */
            notes: string[];
            /** @description The first ten rows, by column. Values are truncated to 500 characters. */
            first_rows: {
                [key: string]: unknown;
            }[];
            problem_count: number;
            /** @description The first 20 rows that cannot be read. */
            problems: components["schemas"]["TableProblem"][];
        };
        TableProblem: {
            /** @description The line of a text file or the row of a sheet, starting at 1. */
            line: number;
            /** @description The column; null if the problem concerns the whole row. */
            column: string | null;
            detail: string;
        };
        Target: {
            /** @enum {string} */
            target_type: "stack" | "scenario" | "model";
            /**
             * Format: uuid
             * @description The id of a stack or scenario in this workspace.
             */
            target_id?: string;
            model_provider?: string;
            model_id?: string;
            /** @description A unique one-line label. Labels that look alike count as the same. Defaults to the name of the stack or scenario, or to provider/model. */
            label?: string;
        };
        TaskReport: {
            target_label: string;
            benchmark: string;
            /** @description Number of graded conversations: one for each task and epoch. */
            runs: number;
            /** @description Number of conversations that passed every grader of their task. */
            solved: number;
            /** @description pass^k, the probability that k runs of a task all solve it: the mean over tasks of C(c,k)/C(n,k), where c of n graded runs solved the task. */
            pass_hat: {
                k: number;
                /** @description Number of tasks with at least k graded runs; other tasks do not count. */
                tasks: number;
                observed: number;
                ci_low: number | null;
                ci_high: number | null;
            }[];
            /** @description The target’s cost in all graded runs, divided by the number of solved runs; null if none was solved or the cost is unknown. */
            cost_per_solved_usd: number | null;
            /** @description Response time of the target in all graded runs, divided by the number of solved runs. */
            seconds_per_solved: number | null;
            /** @description Mean number of user turns in a graded run. */
            turns_mean: number | null;
            /** @description Mean number of responses in a graded run, with or without calls. */
            replies_mean: number | null;
            /** @description Mean number of tool calls in a graded run. */
            calls_mean: number | null;
            /** @description Why graded runs ended early (`limit_turns`, `limit_calls`, `limit_seconds`, `limit_cost`, `silence`) and why others are unscored. */
            reasons: {
                [key: string]: number;
            };
            /** @description The target’s cost in runs that could not be graded. */
            unscored_cost_usd: number | null;
            /** @description The cost of models that simulated the user or judged the conversation. */
            simulation_cost_usd: number | null;
            /** @description Number of conversations that were interrupted and restarted with a new state. */
            begun_anew: number;
            /** @description The target’s cost in those conversations. */
            begun_anew_cost_usd: number | null;
        };
        /** @description Request times of a load benchmark, for scenarios with `traffic_profile` `replay`. */
        Trace: {
            /** @description Arrival times of requests in ms, ascending. Give either `times_ms` or `source`. */
            times_ms?: number[];
            /** @description The id or title of a source with one time per line: a number of ms, or a JSON object with that number as `timestamp`. */
            source?: string;
            /** @description Factor by which the times are stretched; 2 halves the rate. Default 1. */
            time_scale?: number;
        };
        Transcript: {
            /** @description Number of times the conversation started; above 1 if it was interrupted. */
            beginnings: number;
            state_before: unknown;
            state_after: unknown;
            steps: {
                /** @description `user`, `reply`, `call`, `judge` or `end`. */
                kind: string;
                /** @description The text of the user or target; for `judge`, its response if that could not be read. */
                text?: string;
                /** @description For `call`: the tool. For `judge`: the grader of the task. */
                name?: string;
                /** @description For `call`: the arguments, or their text if they are not JSON. */
                arguments?: unknown;
                /** @description The simulated tool’s result. */
                result?: unknown;
                /** @description Whether the result reports a failed call. */
                failed?: boolean;
                /** @description The changes that the call made to the state. */
                changes?: {
                    /** @description A JSON Pointer into the state. */
                    path: string;
                    /** @description The previous value; absent if the path is new. */
                    before?: unknown;
                    /** @description The new value; absent if the path was removed. */
                    after?: unknown;
                }[];
                grades?: {
                    name: string;
                    score: number;
                    reason: string;
                }[];
                /** @description Why the conversation ended. */
                reason?: string;
                cost_usd?: number | null;
                latency_ms?: number | null;
                input_tokens?: number | null;
                output_tokens?: number | null;
            }[];
            /** @description The result of each grader of the task; empty until the conversation ends. */
            checks: {
                /** @description The grader, numbered if several have the same type. */
                name: string;
                passed: boolean | null;
                message: string | null;
            }[];
        };
        /** @description The relative weights of criteria for ranking candidates; a criterion that is not named weighs 0. Defaults: quality 0.4, latency 0.2, cost 0.3, lock_in 0.1. */
        VerdictWeights: {
            quality?: number;
            latency?: number;
            cost?: number;
            lock_in?: number;
        };
        Webhook: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            name: string;
            /** @description The receiver’s address: HTTPS on port 443 in a public network. Other ports, private addresses and `http` need `FETCH_ALLOW_HOSTS` or `ALLOW_PRIVATE_NETWORKS`. Redirects are not followed. */
            url: string;
            events: ("series.alarm" | "series.looked" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "approval.created")[];
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Why the service paused this webhook. */
            status_reason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt since the last successful delivery.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description The time until which messages are also signed with earlier secrets.
             */
            earlier_secrets_until: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        WebhookDelivery: {
            /**
             * Format: uuid
             * @description The `webhook-id` of the message, which is the same for every attempt.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            webhook_id: string;
            /** @description A message type, or `webhook.test`. */
            type: string;
            /** @enum {string} */
            state: "pending" | "delivered" | "failed";
            attempts: number;
            /** @description The HTTP status of the last attempt; null if no response arrived. */
            response_status: number | null;
            /** @description Why the last attempt failed. */
            error: string | null;
            /** @description The exact body that is sent. */
            body: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            attempted_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            next_attempt_at: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            ended_at: string | null;
        };
        WebhookDeliveryPage: {
            data: components["schemas"]["WebhookDelivery"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        WebhookPage: {
            data: components["schemas"]["Webhook"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        WebhookPatch: {
            name?: string;
            /** @description The receiver’s address: HTTPS on port 443 in a public network. Other ports, private addresses and `http` need `FETCH_ALLOW_HOSTS` or `ALLOW_PRIVATE_NETWORKS`. Redirects are not followed. */
            url?: string;
            events?: ("series.alarm" | "series.looked" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "approval.created")[];
            /** @enum {string} */
            status?: "active" | "paused";
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            workspace_id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            status_reason?: unknown;
            /** @description A read-only field: accepted and ignored. */
            failing_since?: unknown;
            /** @description A read-only field: accepted and ignored. */
            earlier_secrets_until?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
        WebhookWithSecret: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            workspace_id: string;
            name: string;
            /** @description The receiver’s address: HTTPS on port 443 in a public network. Other ports, private addresses and `http` need `FETCH_ALLOW_HOSTS` or `ALLOW_PRIVATE_NETWORKS`. Redirects are not followed. */
            url: string;
            events: ("series.alarm" | "series.looked" | "evaluation.completed" | "evaluation.failed" | "evaluation.cancelled" | "approval.created")[];
            /** @enum {string} */
            status: "active" | "paused";
            /** @description Why the service paused this webhook. */
            status_reason: string | null;
            /**
             * Format: date-time
             * @description The first failed attempt since the last successful delivery.
             */
            failing_since: string | null;
            /**
             * Format: date-time
             * @description The time until which messages are also signed with earlier secrets.
             */
            earlier_secrets_until: string | null;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
            /** @description The signing secret: `whsec_` and 32 bytes in base64. Returned only in this response. */
            secret: string;
        };
        WholeEvaluation: {
            evaluation: components["schemas"]["Evaluation"];
            samples: components["schemas"]["Sample"][];
        };
        Workspace: {
            /**
             * Format: uuid
             * @description A UUID of version 7, in lower case.
             */
            id: string;
            name: string;
            source_count: number;
            message_count: number;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            created_at: string;
            /**
             * Format: date-time
             * @description A UTC time in RFC 3339 with milliseconds.
             */
            updated_at: string;
            description: string | null;
            scenario_count: number;
            stack_count: number;
            evaluation_count: number;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        /** @description A notice that a resource changed; `resync` has no `id`. */
        WorkspaceEvent: {
            /** @enum {string} */
            event: "resync" | "workspace.updated" | "workspace.deleted" | "source.updated" | "source.deleted" | "import.updated" | "import.deleted" | "scenario.updated" | "scenario.deleted" | "stack.updated" | "stack.deleted" | "evaluation.progress" | "evaluation.completed" | "evaluation.deleted" | "series.updated" | "series.looked" | "series.deleted" | "approval.created" | "approval.decided" | "message.delta" | "message.completed" | "message.deleted" | "conversation.deleted";
            data: {
                /**
                 * Format: uuid
                 * @description A UUID of version 7, in lower case.
                 */
                id?: string;
            } & {
                [key: string]: unknown;
            };
        };
        WorkspacePage: {
            data: components["schemas"]["Workspace"][];
            next_cursor: string | null;
            /** @description Warnings: input that was accepted but may not mean what you intended. */
            warnings?: string[];
        };
        WorkspacePatch: {
            name?: string;
            description?: string | null;
            /** @description A read-only field: accepted and ignored. */
            id?: unknown;
            /** @description A read-only field: accepted and ignored. */
            source_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            message_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            scenario_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            stack_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            evaluation_count?: unknown;
            /** @description A read-only field: accepted and ignored. */
            created_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            updated_at?: unknown;
            /** @description A read-only field: accepted and ignored. */
            warnings?: unknown;
        };
    };
    responses: never;
    parameters: {
        /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
        IdempotencyKey: string;
        /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
        IfMatch: string;
    };
    requestBodies: never;
    headers: {
        /** @description The revision of the resource, which edits increment. Send it as `If-Match` to update. */
        ETag: string;
        /** @description `true` if this response repeats that of an earlier request with the same key. */
        IdempotencyReplayed: string;
        /** @description The address of the created resource. */
        Location: string;
        /** @description The id of this request in logs and errors. */
        RequestId: string;
        /** @description Number of seconds to wait before retrying. */
        RetryAfter: string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listApiKeys: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKeyPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewApiKey"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CreatedApiKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApiKey"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteApiKey: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                key_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listBenchmarks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Benchmark"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    fetchBenchmark: {
        parameters: {
            query?: {
                /** @description The workspace for the approval of an agent’s request. Not needed if the key has only one workspace. */
                workspace_id?: string;
            };
            header?: never;
            path: {
                benchmark_type: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        files: components["schemas"]["FetchedFile"][];
                    };
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCatalogFrameworks: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["FrameworkFact"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCatalogHardware: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["GpuInstanceFact"][];
                        gpus: components["schemas"]["GpuFact"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCatalogModels: {
        parameters: {
            query?: {
                /** @description With the prices that were set for this workspace. Default: only those set for all workspaces. */
                workspace_id?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ModelFact"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCatalogPrices: {
        parameters: {
            query?: {
                /** @description Also lists prices that were withdrawn or replaced. Default false. */
                history?: boolean;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CataloguePrice"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createCatalogPrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCataloguePrice"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePrice"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getCatalogPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePrice"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteCatalogPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listCatalogProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["ProviderFact"][];
                        regions: components["schemas"]["RegionFact"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listErrors: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: {
                            code: string;
                            status: number;
                            title: string;
                        }[];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listGraders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Grader"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getHealthz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Provider"][];
                        kinds: components["schemas"]["ProviderKind"][];
                        key_storage: components["schemas"]["KeyStorage"];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createProvider: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewProvider"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rewrapProviders: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RewrappedProviders"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The value for `model.provider` of a stack. */
                provider_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The value for `model.provider` of a stack. */
                provider_name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateProvider: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description The value for `model.provider` of a stack. */
                provider_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ProviderPatch"];
                "application/merge-patch+json": components["schemas"]["ProviderPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Provider"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    checkProvider: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description The value for `model.provider` of a stack. */
                provider_name: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CheckProviderRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ProviderCheck"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getReadyz: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        status: string;
                        /** @description The role of this process: `all`, `api`, `worker` or `load`. */
                        role: string;
                        /**
                         * @description `warm`: all search indexes are loaded. `as_needed`: the first search of a workspace may wait for its index.
                         * @enum {string}
                         */
                        indexes: "warm" | "warming" | "as_needed";
                        /** @description Problems that an operator should know of but that do not prevent service. Omitted if there are none. */
                        warnings?: string[];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Session"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSession"];
            };
        };
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSession: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWorkspaces: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WorkspacePage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWorkspace"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWorkspace: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWorkspace: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WorkspacePatch"];
                "application/merge-patch+json": components["schemas"]["WorkspacePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Workspace"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listApprovals: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Return only approvals with this status: pending, approved, declined, withdrawn, expired. */
                status?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ApprovalPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    decideApproval: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                approval_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["DecideApprovalRequest"];
            };
        };
        responses: {
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvaluations: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                status?: string;
                /** @description `summary`: `results` and `custom_eval` are null, and `result_summary` says in short what was found. Default `full`. */
                results?: "full" | "summary";
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EvaluationPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvaluation"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    compareEvaluations: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        /** @description Evaluations that are compared on the items that all of them have. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewComparison"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    estimateEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvaluation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Estimate"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    importEvaluation: {
        parameters: {
            query?: {
                /** @description The name of the evaluation. Defaults to the names of the files. */
                name?: string;
                /** @description How items of different runs are matched. `content`: by what was asked. `id`: by the tool’s own ids. `auto` (default): by content if the files hold it. */
                match?: "auto" | "id" | "content";
                /** @description The score that is compared, as the files name it. Defaults to the first that all files have with values from 0 to 1. */
                score?: string;
                /** @description As `methodology.margin`. Default 0.05. */
                margin?: number;
                /** @description As `methodology.confidence_level`. Default 0.95. */
                confidence_level?: number;
            };
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "multipart/form-data": unknown;
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    preflightEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvaluation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PreflightResult"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["EvaluationPatch"];
                "application/merge-patch+json": components["schemas"]["EvaluationPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvaluationBatches: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["RequestBatches"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    cancelEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluationExport: {
        parameters: {
            query: {
                /** @description `json`: the evaluation and its samples. `jsonl`, `csv`: one sample per line. `junit`: one test case for each score and comparison. `html`: a report that opens offline. `inspect`: a log of Inspect (`.eval`) of one target and benchmark. `migration_html`, `migration_markdown`: one page of migration advice. */
                format: "json" | "jsonl" | "csv" | "junit" | "html" | "inspect" | "migration_html" | "migration_markdown";
                /** @description For `junit`: the label of the target that others must not be worse than. Defaults to the first target. */
                baseline?: string;
                /** @description For `inspect`: the label of the target. Required if there are several. */
                target?: string;
                /** @description For `inspect`: the key of the benchmark. Required if there are several. */
                benchmark?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The file in the requested format, as a download. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WholeEvaluation"];
                    "application/x-ndjson": string;
                    "text/csv": string;
                    "application/xml": string;
                    "text/html": string;
                    "application/zip": string;
                    "text/markdown": string;
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluationManifest: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Manifest"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluationMigration: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Migration"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEvaluationReanalysis: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        /** @description The question to reanalyse. Omitted fields keep the values stated before the run. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["ReanalysisInput"];
            };
        };
        responses: {
            /** @description Another analysis of the same responses. It is not stored and does not change the results. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Reanalysis"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rerunEvaluation: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rescoreEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resumeEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retryEvaluation: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Evaluation"];
                };
            };
            /** @description A request for an operation that costs money or load and needs a person’s approval. */
            202: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Approval"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvaluationSamples: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description The unit to start at. */
                from_unit?: number;
                /** @description The item to start at, in `benchmark` or, without it, in the first benchmark. */
                from_item?: number;
                /** @description The label of a target. Compared pairs match by either target. */
                target?: string;
                /** @description The benchmark, as in `benchmark_scores`. */
                benchmark?: string;
                /** @description `scored`, `failed`, `unscored`, `answered`, `measured`, `interrupted`, `right`, `wrong` or `compared`. */
                outcome?: string;
                /** @description Return only items on which targets have different scores. */
                disagree?: boolean;
                /** @description Return only responses that the benchmark’s published rule would grade differently. */
                reference_differs?: boolean;
                /** @description The label of a target. */
                a?: string;
                /** @description The label of a target. */
                b?: string;
                /** @description How the scores of a and b on an item relate: `a_higher` (a right, b wrong), `b_higher`, `same`, or `differ` (the default). */
                relation?: string;
                /** @description The class of a failure, or why a sample is unscored. */
                reason?: string;
                /** @description Return only items of this cluster. */
                cluster?: string;
                /** @description Return only samples with at least this latency. */
                latency_from_ms?: number;
                /** @description Return only samples below this latency. */
                latency_to_ms?: number;
                /** @description Text to search for in prompts and responses, case-insensitive. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SamplePage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluationSampleCounts: {
        parameters: {
            query?: {
                /** @description The label of a target. Compared pairs match by either target. */
                target?: string;
                /** @description The benchmark, as in `benchmark_scores`. */
                benchmark?: string;
                /** @description `scored`, `failed`, `unscored`, `answered`, `measured`, `interrupted`, `right`, `wrong` or `compared`. */
                outcome?: string;
                /** @description Return only items on which targets have different scores. */
                disagree?: boolean;
                /** @description Return only responses that the benchmark’s published rule would grade differently. */
                reference_differs?: boolean;
                /** @description The label of a target. */
                a?: string;
                /** @description The label of a target. */
                b?: string;
                /** @description How the scores of a and b on an item relate: `a_higher` (a right, b wrong), `b_higher`, `same`, or `differ` (the default). */
                relation?: string;
                /** @description The class of a failure, or why a sample is unscored. */
                reason?: string;
                /** @description Return only items of this cluster. */
                cluster?: string;
                /** @description Return only samples with at least this latency. */
                latency_from_ms?: number;
                /** @description Return only samples below this latency. */
                latency_to_ms?: number;
                /** @description Text to search for in prompts and responses, case-insensitive. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The number of rows that each value of a filter would leave, together with all other filters. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleCounts"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvaluationSampleMatrix: {
        parameters: {
            query?: {
                /** @description The index of the first row. */
                offset?: number;
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description With `from_unit` or `from_item`: the number of preceding rows to include. */
                before?: number;
                /** @description The unit to start at. */
                from_unit?: number;
                /** @description The item to start at, in `benchmark` or, without it, in the first benchmark. */
                from_item?: number;
                /** @description The label of a target. Compared pairs match by either target. */
                target?: string;
                /** @description The benchmark, as in `benchmark_scores`. */
                benchmark?: string;
                /** @description `scored`, `failed`, `unscored`, `answered`, `measured`, `interrupted`, `right`, `wrong` or `compared`. */
                outcome?: string;
                /** @description Return only items on which targets have different scores. */
                disagree?: boolean;
                /** @description Return only responses that the benchmark’s published rule would grade differently. */
                reference_differs?: boolean;
                /** @description The label of a target. */
                a?: string;
                /** @description The label of a target. */
                b?: string;
                /** @description How the scores of a and b on an item relate: `a_higher` (a right, b wrong), `b_higher`, `same`, or `differ` (the default). */
                relation?: string;
                /** @description The class of a failure, or why a sample is unscored. */
                reason?: string;
                /** @description Return only items of this cluster. */
                cluster?: string;
                /** @description Return only samples with at least this latency. */
                latency_from_ms?: number;
                /** @description Return only samples below this latency. */
                latency_to_ms?: number;
                /** @description Text to search for in prompts and responses, case-insensitive. */
                text?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SampleMatrix"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvaluationSample: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
                sample_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sample"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listEvaluationSampleLabels: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
                sample_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["Label"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createEvaluationSampleLabel: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                evaluation_id: string;
                sample_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewEvaluationSampleLabel"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Label"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getEvents: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The event stream. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/event-stream": string;
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryGrader: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["GraderTrial"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["GraderTrialResult"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listImports: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ImportPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createImport: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewImport"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateImport: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ImportPatch"];
                "application/merge-patch+json": components["schemas"]["ImportPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    replaceImportContent: {
        parameters: {
            query?: {
                /** @description The offset of this part in the file: `received_bytes` of the import. Default 0. */
                offset?: number;
                /** @description Whether this part ends the file. */
                complete?: boolean;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                import_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Import"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMessages: {
        parameters: {
            query?: {
                /** @description Maximum number of messages. Larger values are reduced to 1000. Default 1000. */
                limit?: number;
                /** @description Number of messages to skip. */
                offset?: number;
                /** @description `asc`: oldest first; `desc`: newest first. `offset` skips messages in this order. */
                order?: "asc" | "desc";
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessagePage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewMessage"];
            };
        };
        responses: {
            /** @description The message, or a stream of its answer. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMessages: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The message, or a stream of it. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateMessage: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MessagePatch"];
                "application/merge-patch+json": components["schemas"]["MessagePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listMessageSteps: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["MessageSteps"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    stopMessage: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                message_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Message"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listPrices: {
        parameters: {
            query?: {
                /** @description Also lists prices that were withdrawn or replaced. Default false. */
                history?: boolean;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": {
                        data: components["schemas"]["CataloguePrice"][];
                    };
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createPrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewCataloguePrice"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePrice"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getPrice: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CataloguePrice"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deletePrice: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                price_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listScenarios: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ScenarioPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewScenario"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getScenario: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                scenario_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                scenario_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateScenario: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                scenario_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["ScenarioPatch"];
                "application/merge-patch+json": components["schemas"]["ScenarioPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Scenario"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    search: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchRequest"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SearchAnswer"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSeries: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSeries"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    estimateSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeriesQuestion"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesEstimate"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSeries: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesWithLooks"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SeriesPatch"];
                "application/merge-patch+json": components["schemas"]["SeriesPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Series"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    runSeries: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                series_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SeriesLook"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSources: {
        parameters: {
            query?: {
                /** @description One of url, github, youtube, pdf, text. Other values match nothing and return a warning. */
                type?: string;
                /** @description One of pending, processing, ready, failed. Other values match nothing and return a warning. */
                status?: string;
                /** @description One of documentation, code, paper, article, transcript, pricing, benchmark, policy, dataset, other. Other values match nothing and return a warning. */
                classification?: string;
                /** @description Maximum number of sources. Larger values are reduced to 1000. Without it, all sources are streamed. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourcePage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createSource: {
        parameters: {
            query?: {
                /** @description The type of a streamed upload: `text` or `pdf`. */
                type?: "url" | "github" | "youtube" | "pdf" | "text";
                /** @description The file name, for a streamed upload. */
                filename?: string;
                /** @description The title, for a streamed upload. */
                title?: string;
                /** @description The sheet of a workbook; defaults to the first one that is shown. */
                sheet?: string;
            };
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewSource"];
                "text/plain": unknown;
                "text/markdown": unknown;
                "text/html": unknown;
                "text/csv": unknown;
                "application/x-ndjson": unknown;
                "application/jsonl": unknown;
                "application/pdf": unknown;
                "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                "application/vnd.apache.parquet": unknown;
                "application/gzip": unknown;
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    inspectSource: {
        parameters: {
            query?: {
                /** @description The sheet of a workbook. Defaults to the first visible sheet. */
                sheet?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/octet-stream": unknown;
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["TableInspection"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateSource: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SourcePatch"];
                "application/merge-patch+json": components["schemas"]["SourcePatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSourceChunks: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["SourceChunkPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSourceContent: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The text as Markdown. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "text/markdown": string;
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getSourceOriginal: {
        parameters: {
            query?: {
                /** @description Whether a PDF is displayed in the browser, where `#page=7` opens a page. Other originals are always downloads. */
                inline?: boolean;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The bytes with the media type of the upload. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/pdf": unknown;
                    "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet": unknown;
                    "application/vnd.apache.parquet": unknown;
                    "application/gzip": unknown;
                    "application/octet-stream": unknown;
                    "text/plain": string;
                    "text/markdown": string;
                    "text/html": string;
                    "text/csv": string;
                    "application/x-ndjson": string;
                    "application/jsonl": string;
                    "text/*": string;
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    reindexSource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    retrySource: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Source"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSourceRows: {
        parameters: {
            query?: {
                /** @description The version to read; defaults to the present one. */
                version?: string;
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page, or the number of the first row to read. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetRowPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    changeSourceRows: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RowChanges"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersion"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listSourceVersions: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                source_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DatasetVersionPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listStacks: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
                /** @description Return only stacks whose model has an announced shutdown before this date, such as 2027-01-01. */
                ends_before?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StackPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createStack: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewStack"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    tryStack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        /** @description Either `stack_id`, or an unsaved endpoint with the model that its template may name. */
        requestBody: {
            content: {
                "application/json": components["schemas"]["StackTrial"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["StackTrialResult"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getStack: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                stack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteStack: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                stack_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateStack: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                stack_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["StackPatch"];
                "application/merge-patch+json": components["schemas"]["StackPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Stack"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["NewWebhook"];
            };
        };
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success without a body. */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description The ETag of an earlier response. Returns 412 if the resource has changed since. */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["WebhookPatch"];
                "application/merge-patch+json": components["schemas"]["WebhookPatch"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    listWebhookDeliveries: {
        parameters: {
            query?: {
                /** @description Maximum number of entries. Larger values are reduced to 1000. Default 100. */
                limit?: number;
                /** @description The `next_cursor` of the previous page. */
                cursor?: string;
            };
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDeliveryPage"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    resendWebhookDelivery: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
                /** @description A UUID of version 7, in lower case. */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SecretRotation"];
            };
        };
        responses: {
            /** @description Success. */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookWithSecret"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    testWebhook: {
        parameters: {
            query?: never;
            header?: {
                /** @description A key that makes retries safe: within 24 hours, requests with the same key and body create one resource and return the first response. */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /** @description A UUID of version 7, in lower case. */
                workspace_id: string;
                /** @description A UUID of version 7, in lower case. */
                webhook_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The created resource. */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["IdempotencyReplayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookDelivery"];
                };
            };
            /** @description A problem (RFC 9457). */
            "4XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description A problem (RFC 9457). */
            "5XX": {
                headers: {
                    "X-Request-Id": components["headers"]["RequestId"];
                    "Retry-After": components["headers"]["RetryAfter"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
}
/** Everything that GET …/events may say. */
export const EVENT_TYPES = [
    "resync",
    "workspace.updated",
    "workspace.deleted",
    "source.updated",
    "source.deleted",
    "import.updated",
    "import.deleted",
    "scenario.updated",
    "scenario.deleted",
    "stack.updated",
    "stack.deleted",
    "evaluation.progress",
    "evaluation.completed",
    "evaluation.deleted",
    "series.updated",
    "series.looked",
    "series.deleted",
    "approval.created",
    "approval.decided",
    "message.delta",
    "message.completed",
    "message.deleted",
    "conversation.deleted"
] as const;
/** The operations that answer a repeat of an `Idempotency-Key` as they answered first. */
export const IDEMPOTENT_POSTS = [
    "/catalog/prices",
    "/workspaces",
    "/workspaces/{workspace_id}/evaluations",
    "/workspaces/{workspace_id}/evaluations/compare",
    "/workspaces/{workspace_id}/evaluations/import",
    "/workspaces/{workspace_id}/evaluations/{evaluation_id}/rerun",
    "/workspaces/{workspace_id}/imports",
    "/workspaces/{workspace_id}/messages",
    "/workspaces/{workspace_id}/prices",
    "/workspaces/{workspace_id}/scenarios",
    "/workspaces/{workspace_id}/series",
    "/workspaces/{workspace_id}/series/{series_id}/runs",
    "/workspaces/{workspace_id}/sources",
    "/workspaces/{workspace_id}/sources/{source_id}/rows",
    "/workspaces/{workspace_id}/stacks",
    "/workspaces/{workspace_id}/webhooks/{webhook_id}/test"
] as const;
