-- What can be restored is listed, last deleted first.
CREATE INDEX parsers_deleted ON parsers (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX databases_deleted ON databases (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX webhooks_deleted ON webhooks (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX workflows_deleted ON workflows (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX crons_deleted ON crons (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
CREATE INDEX sessions_deleted ON sessions (account_id, deleted_at) WHERE deleted_at IS NOT NULL;
