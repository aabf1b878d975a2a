CREATE TABLE public.abuse_reports (
    id text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    workspace_id text NOT NULL,
    seen_as text NOT NULL,
    reason text NOT NULL,
    words text,
    email text,
    created_at bigint NOT NULL,
    mailed_at bigint,
    closed_at bigint,
    closed_by text,
    outcome text
);
CREATE TABLE public.access_tokens (
    hash text NOT NULL,
    grant_id text NOT NULL,
    scope text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.accounts (
    id text NOT NULL,
    email text NOT NULL,
    name text,
    created_at bigint NOT NULL
);
CREATE TABLE public.assistant_calls (
    id text NOT NULL,
    conversation_id text NOT NULL,
    run_id text NOT NULL,
    message_id text NOT NULL,
    wire_id text NOT NULL,
    "position" integer NOT NULL,
    tool text NOT NULL,
    arguments text NOT NULL,
    arguments_digest text NOT NULL,
    definition_digest text NOT NULL,
    state text NOT NULL,
    level text NOT NULL,
    layer text NOT NULL,
    why text NOT NULL,
    offers text NOT NULL,
    summary text NOT NULL,
    facts text NOT NULL,
    plan text,
    rehearsal text,
    decision text,
    decided_by text,
    word text,
    result text,
    undo text,
    undo_refusal text,
    decided_at bigint,
    expires_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.assistant_chains (
    workspace_id text NOT NULL,
    seq integer NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.assistant_entries (
    workspace_id text NOT NULL,
    seq integer NOT NULL,
    call_id text NOT NULL,
    account_id text NOT NULL,
    tool text NOT NULL,
    arguments_digest text NOT NULL,
    definition_digest text NOT NULL,
    level text NOT NULL,
    layer text NOT NULL,
    decision text,
    decided_by text,
    decided_at bigint,
    at bigint NOT NULL,
    outcome text NOT NULL,
    role text NOT NULL,
    previous_hash text NOT NULL,
    hash text NOT NULL
);
CREATE TABLE public.assistant_messages (
    id text NOT NULL,
    conversation_id text NOT NULL,
    parent_id text,
    role text NOT NULL,
    run_id text,
    parts text NOT NULL,
    input_tokens integer,
    output_tokens integer,
    created_at bigint NOT NULL
);
CREATE TABLE public.assistant_permits (
    workspace_id text NOT NULL,
    epoch integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.assistant_runs (
    id text NOT NULL,
    conversation_id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    kind text NOT NULL,
    state text NOT NULL,
    lease_until bigint,
    turn integer DEFAULT 0 NOT NULL,
    steps integer DEFAULT 0 NOT NULL,
    calls integer DEFAULT 0 NOT NULL,
    tokens integer DEFAULT 0 NOT NULL,
    worked_ms integer DEFAULT 0 NOT NULL,
    reserved text,
    about text,
    stop_asked_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.assistant_settings (
    workspace_id text NOT NULL,
    switched_off_at bigint,
    strict_since bigint,
    kept_days bigint,
    member_daily_tokens bigint,
    monthly_tokens bigint,
    model_key_sealed text,
    updated_at bigint NOT NULL
);
CREATE TABLE public.assistant_spending (
    subject text NOT NULL,
    period text NOT NULL,
    tokens bigint DEFAULT 0 NOT NULL,
    micros bigint DEFAULT 0 NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.audit_entries (
    id text NOT NULL,
    grant_id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text,
    tool text NOT NULL,
    arguments_digest text NOT NULL,
    outcome text NOT NULL,
    request_id text NOT NULL,
    created_at bigint NOT NULL,
    thing text
);
CREATE TABLE public.authorization_codes (
    hash text NOT NULL,
    grant_id text NOT NULL,
    redirect_uri text NOT NULL,
    code_challenge text NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.authorization_requests (
    id text NOT NULL,
    client_id text NOT NULL,
    redirect_uri text NOT NULL,
    scope text NOT NULL,
    state text,
    code_challenge text NOT NULL,
    resource text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    decided_at bigint
);
CREATE TABLE public.blob_holds (
    id text NOT NULL,
    held_until bigint NOT NULL
);
CREATE TABLE public.changes (
    workspace_id text NOT NULL,
    seq bigint NOT NULL,
    kind text NOT NULL,
    ref text,
    created_at bigint NOT NULL
);
CREATE TABLE public.chat_channels (
    workspace_id text NOT NULL,
    connection text NOT NULL,
    channel_id text NOT NULL,
    channel_name text NOT NULL,
    token_kind text NOT NULL,
    token_sealed text NOT NULL,
    connected_at bigint NOT NULL
);
CREATE TABLE public.commits (
    id text NOT NULL,
    made_at bigint NOT NULL,
    abandoned_at bigint
);
CREATE TABLE public.conversation_allowances (
    conversation_id text NOT NULL,
    tool text NOT NULL,
    definition_digest text NOT NULL
);
CREATE TABLE public.conversations (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    title text NOT NULL,
    head_id text,
    outsiders text NOT NULL,
    sources text NOT NULL,
    seen text NOT NULL,
    handles_sealed text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.covers (
    id text NOT NULL,
    offer_id text NOT NULL,
    blob_key text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text NOT NULL,
    width integer NOT NULL,
    height integer NOT NULL,
    created_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.date_overrides (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    date text NOT NULL,
    hours text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.doc_clients (
    doc_id text NOT NULL,
    client_id bigint NOT NULL,
    account_id text NOT NULL
);
CREATE TABLE public.doc_stars (
    doc_id text NOT NULL,
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.doc_states (
    doc_id text NOT NULL,
    seq bigint NOT NULL,
    bytes bytea NOT NULL
);
CREATE TABLE public.doc_updates (
    doc_id text NOT NULL,
    seq bigint NOT NULL,
    bytes bytea NOT NULL,
    account_id text NOT NULL,
    created_at bigint NOT NULL,
    broken_at bigint
);
CREATE TABLE public.doc_versions (
    doc_id text NOT NULL,
    version integer NOT NULL,
    title text NOT NULL,
    emoji text,
    body text NOT NULL,
    saved_by text NOT NULL,
    saved_at bigint NOT NULL,
    state bytea,
    seq bigint
);
CREATE TABLE public.doc_words (
    number bigint NOT NULL,
    doc_id text NOT NULL,
    workspace_id text NOT NULL,
    words tsvector NOT NULL
)
WITH (toast_tuple_target='8160');
ALTER TABLE ONLY public.doc_words ALTER COLUMN words SET STORAGE EXTERNAL;
ALTER TABLE public.doc_words ALTER COLUMN number ADD GENERATED BY DEFAULT AS IDENTITY (
    SEQUENCE NAME public.doc_words_number_seq
    START WITH 1
    INCREMENT BY 1
    NO MINVALUE
    NO MAXVALUE
    CACHE 1
);
CREATE TABLE public.doc_writers (
    doc_id text NOT NULL,
    version integer NOT NULL,
    account_id text NOT NULL,
    first_at bigint NOT NULL,
    last_at bigint NOT NULL
);
CREATE TABLE public.docs (
    id text NOT NULL,
    workspace_id text NOT NULL,
    title text NOT NULL,
    search_title text NOT NULL,
    emoji text,
    body text NOT NULL,
    version integer DEFAULT 0 NOT NULL,
    saved_by text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint,
    content_seq bigint DEFAULT 0 NOT NULL,
    indexed_seq bigint DEFAULT '-1'::integer NOT NULL,
    public_key text,
    public_since bigint,
    public_indexed_at bigint
);
CREATE TABLE public.domains (
    id text NOT NULL,
    workspace_id text NOT NULL,
    hostname text NOT NULL,
    verified_at bigint,
    checked_at bigint,
    failing_since bigint,
    created_at bigint NOT NULL,
    found text
);
CREATE TABLE public.drive_storage (
    workspace_id text NOT NULL,
    used_bytes bigint DEFAULT 0 NOT NULL,
    quota_bytes bigint NOT NULL
);
CREATE TABLE public.files (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text NOT NULL,
    blob_key text NOT NULL,
    created_at bigint NOT NULL,
    folder_id text,
    search_name text DEFAULT ''::text NOT NULL,
    uploaded_by text,
    upload_link_id text,
    announced_at bigint,
    held_at bigint,
    updated_at bigint DEFAULT 0 NOT NULL,
    deleted_at bigint
);
CREATE TABLE public.folders (
    id text NOT NULL,
    workspace_id text NOT NULL,
    parent_id text,
    name text NOT NULL,
    created_by text NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    deleted_at bigint
);
CREATE TABLE public.former_slugs (
    slug text NOT NULL,
    workspace_id text NOT NULL,
    held_until bigint NOT NULL
);
CREATE TABLE public.gift_codes (
    id text NOT NULL,
    workspace_id text NOT NULL,
    offer_id text,
    code_mac text NOT NULL,
    code_sealed text NOT NULL,
    kind text NOT NULL,
    currency text,
    balance_cents bigint DEFAULT 0 NOT NULL,
    held_cents bigint DEFAULT 0 NOT NULL,
    spent_cents bigint DEFAULT 0 NOT NULL,
    max_uses integer,
    uses integer DEFAULT 0 NOT NULL,
    starts_at bigint,
    expires_at bigint,
    disabled_at bigint,
    created_at bigint NOT NULL,
    CONSTRAINT gift_codes_balance CHECK (((held_cents >= 0) AND ((held_cents + spent_cents) <= balance_cents))),
    CONSTRAINT gift_codes_uses CHECK (((uses >= 0) AND ((max_uses IS NULL) OR (uses <= max_uses))))
);
CREATE TABLE public.grants (
    id text NOT NULL,
    account_id text NOT NULL,
    client_id text NOT NULL,
    workspace_id text,
    default_workspace_id text NOT NULL,
    scope text NOT NULL,
    resource text NOT NULL,
    redirect_uri text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint,
    revoked_at bigint,
    revoked_reason text,
    expires_at bigint NOT NULL,
    left_out text DEFAULT ''::text NOT NULL
);
CREATE TABLE public.idempotency_keys (
    id text NOT NULL,
    fingerprint text NOT NULL,
    lease_until bigint,
    run integer NOT NULL,
    answer text,
    created_at bigint NOT NULL
);
CREATE TABLE public.invitations (
    id text NOT NULL,
    workspace_id text NOT NULL,
    email text NOT NULL,
    role text NOT NULL,
    invited_by text NOT NULL,
    sent integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.jobs (
    id text NOT NULL,
    kind text NOT NULL,
    payload text NOT NULL,
    dedupe_key text,
    run_at bigint NOT NULL,
    attempts integer DEFAULT 0 NOT NULL,
    lease text,
    dead_at bigint,
    last_error text,
    created_at bigint NOT NULL,
    lane text DEFAULT 'files'::text NOT NULL
);
CREATE TABLE public.link_days (
    link_id text NOT NULL,
    day bigint NOT NULL,
    referrer text NOT NULL,
    device text NOT NULL,
    country text NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL
);
CREATE TABLE public.link_tags (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    folded_name text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.logos (
    key text NOT NULL,
    workspace_id text NOT NULL,
    png text NOT NULL
);
CREATE TABLE public.member_tool_choices (
    account_id text NOT NULL,
    workspace_id text NOT NULL,
    tool text NOT NULL,
    level text NOT NULL,
    definition_digest text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.members (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.migrations (
    name text NOT NULL
);
CREATE TABLE public.notification_choices (
    account_id text NOT NULL,
    kind text NOT NULL,
    app text,
    mail text,
    push text,
    updated_at bigint NOT NULL
);
CREATE TABLE public.notifications (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    kind text NOT NULL,
    happening text NOT NULL,
    line text NOT NULL,
    thing text,
    words text NOT NULL,
    needed_role text NOT NULL,
    count integer DEFAULT 0 NOT NULL,
    listed_at bigint,
    read_at bigint,
    open_until bigint,
    tell_at bigint,
    told_at bigint,
    mailed_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.offer_files (
    id text NOT NULL,
    offer_id text NOT NULL,
    file_id text NOT NULL,
    name text,
    "position" integer NOT NULL
);
CREATE TABLE public.offers (
    id text NOT NULL,
    workspace_id text NOT NULL,
    key text NOT NULL,
    short_key text,
    title text NOT NULL,
    description text,
    price_cents bigint NOT NULL,
    currency text NOT NULL,
    state text NOT NULL,
    stock_limit integer,
    units_taken integer DEFAULT 0 NOT NULL,
    suspended_at bigint,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    paused_at bigint,
    licence text,
    refund_terms text,
    tax_line text,
    CONSTRAINT offers_units CHECK ((units_taken >= 0))
);
CREATE TABLE public.passkey_challenges (
    hash text NOT NULL,
    asker text NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.passkeys (
    id text NOT NULL,
    account_id text NOT NULL,
    name text NOT NULL,
    public_key text NOT NULL,
    counter bigint DEFAULT 0 NOT NULL,
    transports text NOT NULL,
    created_at bigint NOT NULL,
    last_used_at bigint
);
CREATE TABLE public.payment_accounts (
    id text NOT NULL,
    workspace_id text NOT NULL,
    secret_key_sealed text NOT NULL,
    publishable_key text NOT NULL,
    webhook_secret_sealed text,
    created_at bigint NOT NULL,
    disabled_at bigint
);
CREATE TABLE public.payment_events (
    account text NOT NULL,
    event_id text NOT NULL,
    type text NOT NULL,
    subject text NOT NULL,
    event text NOT NULL,
    received_at bigint NOT NULL,
    applied_at bigint
);
CREATE TABLE public.permission_changes (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    before text NOT NULL,
    after text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.pinned_tools (
    server_id text NOT NULL,
    name text NOT NULL,
    model_name text NOT NULL,
    pinned text,
    pinned_digest text,
    pinned_by text,
    pinned_at bigint,
    offered text,
    offered_digest text
);
CREATE TABLE public.purchases (
    id text NOT NULL,
    workspace_id text NOT NULL,
    offer_id text NOT NULL,
    buyer_email text,
    owner_key text,
    request_key text,
    state text NOT NULL,
    price_cents bigint NOT NULL,
    discount_cents bigint NOT NULL,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    gift_code_id text,
    gift_state text,
    unit_taken_at bigint,
    unit_released_at bigint,
    snapshot text NOT NULL,
    payment_account text,
    attempt integer DEFAULT 1 NOT NULL,
    session_id text,
    session_expires_at bigint,
    payment_id text,
    charged_cents bigint DEFAULT 0 NOT NULL,
    refunded_cents bigint DEFAULT 0 NOT NULL,
    dispute text,
    reason text,
    delivery_generation integer DEFAULT 1 NOT NULL,
    delivery_revoked_at bigint,
    receipts_sent integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    opened_at bigint,
    paid_at bigint,
    fulfilled_at bigint,
    unsettled_since bigint,
    look_again_at bigint,
    refund_tries integer DEFAULT 0 NOT NULL,
    settled_outside_at bigint,
    network text,
    takeover_until bigint,
    return_url text,
    note text,
    noted_by text,
    noted_at bigint,
    refund_started_at bigint,
    refunded_at bigint,
    disputed_at bigint,
    dispute_ended_at bigint,
    revoked_at bigint,
    restored_at bigint,
    refund_started_by text
);
CREATE TABLE public.push_keys (
    id text NOT NULL,
    public_key text NOT NULL,
    private_key_sealed text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.push_subscriptions (
    id text NOT NULL,
    account_id text NOT NULL,
    session_id text NOT NULL,
    endpoint_hash text NOT NULL,
    target_sealed text NOT NULL,
    failing_since bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.refresh_tokens (
    hash text NOT NULL,
    grant_id text NOT NULL,
    scope text NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    rotated_at bigint,
    successor_hash text
);
CREATE TABLE public.sale_notices (
    purchase_id text NOT NULL,
    workspace_id text NOT NULL,
    window_at bigint,
    told_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.sale_windows (
    workspace_id text NOT NULL,
    started_at bigint NOT NULL,
    sales integer DEFAULT 0 NOT NULL
);
CREATE TABLE public.secret_keys (
    id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.session_listings (
    account text NOT NULL,
    listed_to bigint,
    began_at bigint,
    cursor text,
    next_at bigint NOT NULL
);
CREATE TABLE public.sessions (
    id text NOT NULL,
    hash text NOT NULL,
    account_id text NOT NULL,
    label text NOT NULL,
    created_at bigint NOT NULL,
    last_seen_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.share_links (
    id text NOT NULL,
    workspace_id text NOT NULL,
    file_id text,
    folder_id text,
    created_by text NOT NULL,
    max_downloads integer,
    downloads integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint,
    revoked_at bigint,
    CONSTRAINT share_links_target CHECK (((file_id IS NULL) <> (folder_id IS NULL)))
);
CREATE TABLE public.short_keys (
    short_key text NOT NULL,
    offer_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.short_links (
    id text NOT NULL,
    workspace_id text NOT NULL,
    namespace text NOT NULL,
    slug text NOT NULL,
    destination text NOT NULL,
    title text,
    visitor_query text NOT NULL,
    clicks bigint DEFAULT 0 NOT NULL,
    click_limit bigint,
    expires_at bigint,
    created_by text,
    created_at bigint NOT NULL,
    updated_at bigint NOT NULL,
    suspended_at bigint,
    deleted_at bigint
);
CREATE TABLE public.sign_ins (
    id text NOT NULL,
    email text NOT NULL,
    browser_hash text NOT NULL,
    return_to text NOT NULL,
    tries integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    used_at bigint
);
CREATE TABLE public.sign_up_decisions (
    id text NOT NULL,
    sign_up text NOT NULL,
    decided_by text NOT NULL,
    decided_at bigint NOT NULL
);
CREATE TABLE public.stream_plans (
    id text NOT NULL,
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    address_sealed text NOT NULL,
    busy_sealed text NOT NULL,
    known_until bigint NOT NULL,
    unreadable_events integer DEFAULT 0 NOT NULL,
    unknown_zone_events integer DEFAULT 0 NOT NULL,
    etag text,
    last_modified text,
    read_at bigint NOT NULL,
    refreshed_at bigint NOT NULL,
    failed_at bigint,
    failures integer DEFAULT 0 NOT NULL,
    error text,
    due_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.suspensions (
    id text NOT NULL,
    subject_kind text NOT NULL,
    subject_id text NOT NULL,
    workspace_id text NOT NULL,
    reason text NOT NULL,
    words text,
    suspended_by text NOT NULL,
    created_at bigint NOT NULL,
    lifted_by text,
    lifted_at bigint
);
CREATE TABLE public.tagged_links (
    link_id text NOT NULL,
    tag_id text NOT NULL,
    link_created_at bigint NOT NULL
);
CREATE TABLE public.team_times (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    time_zone text NOT NULL,
    hours text NOT NULL,
    updated_at bigint NOT NULL
);
CREATE TABLE public.tool_permissions (
    workspace_id text NOT NULL,
    tool text NOT NULL,
    role text NOT NULL,
    level text NOT NULL
);
CREATE TABLE public.tool_server_sign_ins (
    id text NOT NULL,
    state_hash text NOT NULL,
    server_id text NOT NULL,
    holder text NOT NULL,
    account_id text NOT NULL,
    session_id text NOT NULL,
    flow_sealed text NOT NULL,
    expires_at bigint NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.tool_server_tokens (
    id text NOT NULL,
    workspace_id text NOT NULL,
    server_id text NOT NULL,
    holder text NOT NULL,
    account_id text NOT NULL,
    token_sealed text NOT NULL,
    scope text,
    expires_at bigint,
    refresh_until bigint,
    version integer DEFAULT 0 NOT NULL,
    ended_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.tool_servers (
    id text NOT NULL,
    workspace_id text NOT NULL,
    number integer NOT NULL,
    name text NOT NULL,
    url text NOT NULL,
    auth text NOT NULL,
    credentials text NOT NULL,
    place_sealed text,
    left_out text NOT NULL,
    paused_at bigint,
    attached_by text NOT NULL,
    checked_at bigint,
    due_at bigint NOT NULL,
    failure text,
    created_at bigint NOT NULL,
    detached_at bigint
);
CREATE TABLE public.unclear_money (
    id text NOT NULL,
    workspace_id text,
    purchase_id text,
    payment_account text NOT NULL,
    session_id text NOT NULL,
    payment_id text,
    buyer_email text,
    amount_cents bigint NOT NULL,
    currency text NOT NULL,
    reason text NOT NULL,
    refund_tries integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    seller_mailed_at bigint,
    operator_mailed_at bigint,
    decision text,
    decided_by text,
    decided_at bigint,
    note text,
    settled_at bigint,
    settled_as text
);
CREATE TABLE public.upload_links (
    id text NOT NULL,
    workspace_id text NOT NULL,
    folder_id text,
    created_by text NOT NULL,
    max_files integer NOT NULL,
    max_file_bytes bigint NOT NULL,
    files_taken integer DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL,
    revoked_at bigint
);
CREATE TABLE public.upload_parts (
    upload_id text NOT NULL,
    start_bytes bigint NOT NULL,
    size_bytes bigint NOT NULL,
    blob_key text NOT NULL
);
CREATE TABLE public.uploads (
    id text NOT NULL,
    workspace_id text NOT NULL,
    upload_link_id text,
    account_id text,
    folder_id text,
    name text NOT NULL,
    content_type text NOT NULL,
    blob_key text NOT NULL,
    state text NOT NULL,
    length_bytes bigint,
    offset_bytes bigint DEFAULT 0 NOT NULL,
    reserved_bytes bigint DEFAULT 0 NOT NULL,
    created_at bigint NOT NULL,
    expires_at bigint NOT NULL
);
CREATE TABLE public.workspace_clocks (
    workspace_id text NOT NULL,
    seq bigint NOT NULL
);
CREATE TABLE public.workspaces (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    suspended_at bigint,
    deleted_at bigint,
    contact text,
    logo_key text,
    emptied_at bigint
);
INSERT INTO public.accounts VALUES ('account_1', 'ada@example.com', 'Ada', 1);
INSERT INTO public.accounts VALUES ('account_2', 'eve@example.com', 'Eve', 1);
INSERT INTO public.grants VALUES ('grant_account_1', 'account_1', 'agents', 'workspace_1', 'workspace_1', 'links:read', 'http://localhost:3000/mcp', 'http://localhost:1/callback', 2, NULL, NULL, NULL, 9000000000000, '');
INSERT INTO public.grants VALUES ('grant_account_2', 'account_2', 'agents', 'workspace_1', 'workspace_1', 'links:read', 'http://localhost:3000/mcp', 'http://localhost:1/callback', 2, NULL, 1795455990076, 'no_longer_member', 9000000000000, '');
INSERT INTO public.invitations VALUES ('invitation_account_1', 'workspace_1', 'by-account_1@example.com', 'member', 'account_1', 0, 2, 9000000000000);
INSERT INTO public.link_days VALUES ('link_1', 20000, 'example.org', 'phone', '', 3);
INSERT INTO public.members VALUES ('workspace_1', 'account_1', 'owner', 1);
INSERT INTO public.migrations VALUES ('0001-people');
INSERT INTO public.migrations VALUES ('0002-handover');
INSERT INTO public.migrations VALUES ('0003-requests-and-jobs');
INSERT INTO public.migrations VALUES ('0004-people');
INSERT INTO public.migrations VALUES ('0005-connections');
INSERT INTO public.migrations VALUES ('0006-links');
INSERT INTO public.migrations VALUES ('0007-docs');
INSERT INTO public.migrations VALUES ('0008-drive');
INSERT INTO public.migrations VALUES ('0009-team-time');
INSERT INTO public.migrations VALUES ('0010-chat-commands');
INSERT INTO public.migrations VALUES ('0011-buyers');
INSERT INTO public.migrations VALUES ('0012-unclear-money');
INSERT INTO public.migrations VALUES ('0013-holds');
INSERT INTO public.migrations VALUES ('0014-frozen-requests');
INSERT INTO public.migrations VALUES ('0015-lanes');
INSERT INTO public.migrations VALUES ('0016-ended-grants');
INSERT INTO public.migrations VALUES ('0017-commits');
INSERT INTO public.migrations VALUES ('0018-secret-keys');
INSERT INTO public.migrations VALUES ('0019-blob-holds');
INSERT INTO public.migrations VALUES ('0020-found-sessions');
INSERT INTO public.migrations VALUES ('0021-link-days');
INSERT INTO public.migrations VALUES ('0022-workspaces');
INSERT INTO public.migrations VALUES ('0023-sales');
INSERT INTO public.migrations VALUES ('0024-links-and-drive');
INSERT INTO public.migrations VALUES ('0025-docs-together');
INSERT INTO public.migrations VALUES ('0026-changes');
INSERT INTO public.migrations VALUES ('0027-words');
INSERT INTO public.migrations VALUES ('0028-notifications');
INSERT INTO public.migrations VALUES ('0029-doc-writers');
INSERT INTO public.migrations VALUES ('0030-assistant');
INSERT INTO public.migrations VALUES ('0031-tool-servers');
INSERT INTO public.offers VALUES ('offer_1', 'workspace_1', 'brushes', 'demo', 'Brushes 🖌', NULL, 1900, 'usd', 'published', NULL, 0, NULL, 1, 1, NULL, NULL, NULL, NULL);
INSERT INTO public.purchases VALUES ('purchase_open', 'workspace_1', 'offer_1', 'open@example.com', NULL, NULL, 'open', 1900, 0, 1900, 'usd', NULL, NULL, NULL, NULL, '{}', 'installation', 1, 'cs_open', NULL, NULL, 0, 0, NULL, NULL, 1, NULL, 0, 1, 2, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.purchases VALUES ('purchase_paid', 'workspace_1', 'offer_1', 'paid@example.com', NULL, NULL, 'paid', 1900, 0, 1900, 'usd', NULL, NULL, NULL, NULL, '{}', 'installation', 1, 'cs_paid', NULL, NULL, 0, 0, NULL, NULL, 1, NULL, 0, 1, 2, NULL, NULL, NULL, 2, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.purchases VALUES ('purchase_fulfil_failed', 'workspace_1', 'offer_1', 'fulfil_failed@example.com', NULL, NULL, 'fulfil_failed', 1900, 0, 1900, 'usd', NULL, NULL, NULL, NULL, '{}', 'installation', 1, 'cs_fulfil_failed', NULL, NULL, 0, 0, NULL, NULL, 1, NULL, 0, 1, 2, NULL, NULL, NULL, 2, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.purchases VALUES ('purchase_refunding', 'workspace_1', 'offer_1', 'refunding@example.com', NULL, NULL, 'refunding', 1900, 0, 1900, 'usd', NULL, NULL, NULL, NULL, '{}', 'installation', 1, 'cs_refunding', NULL, NULL, 0, 0, NULL, NULL, 1, NULL, 0, 1, 2, NULL, NULL, NULL, 2, 2, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL);
INSERT INTO public.purchases VALUES ('purchase_fulfilled', 'workspace_1', 'offer_1', 'fulfilled@example.com', NULL, NULL, 'fulfilled', 1900, 0, 1900, 'usd', NULL, NULL, NULL, NULL, '{}', 'installation', 1, 'cs_fulfilled', NULL, NULL, 0, 0, NULL, NULL, 1, 3, 0, 1, 2, NULL, NULL, NULL, NULL, NULL, 0, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, 3, NULL, NULL);
INSERT INTO public.session_listings VALUES ('installation', NULL, NULL, NULL, 0);
INSERT INTO public.short_links VALUES ('link_1', 'workspace_1', '', 'palette', 'https://example.com/', NULL, 'drop', 3, NULL, NULL, NULL, 1, 1, NULL, NULL);
INSERT INTO public.team_times VALUES ('workspace_1', 'account_1', 'Europe/Berlin', '[]', 1);
INSERT INTO public.workspaces VALUES ('workspace_1', 'studio', 'Studio ''Ada''', 1, NULL, NULL, NULL, NULL, NULL);
SELECT pg_catalog.setval('public.doc_words_number_seq', 1, false);
ALTER TABLE ONLY public.abuse_reports
    ADD CONSTRAINT abuse_reports_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.assistant_calls
    ADD CONSTRAINT assistant_calls_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.assistant_chains
    ADD CONSTRAINT assistant_chains_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.assistant_entries
    ADD CONSTRAINT assistant_entries_pk PRIMARY KEY (workspace_id, seq);
ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.assistant_permits
    ADD CONSTRAINT assistant_permits_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.assistant_runs
    ADD CONSTRAINT assistant_runs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.assistant_settings
    ADD CONSTRAINT assistant_settings_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.assistant_spending
    ADD CONSTRAINT assistant_spending_pk PRIMARY KEY (subject, period);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.authorization_requests
    ADD CONSTRAINT authorization_requests_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.blob_holds
    ADD CONSTRAINT blob_holds_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_pk PRIMARY KEY (workspace_id, seq);
ALTER TABLE ONLY public.chat_channels
    ADD CONSTRAINT chat_channels_connection_key UNIQUE (connection);
ALTER TABLE ONLY public.chat_channels
    ADD CONSTRAINT chat_channels_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.commits
    ADD CONSTRAINT commits_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.conversation_allowances
    ADD CONSTRAINT conversation_allowances_pk PRIMARY KEY (conversation_id, tool);
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.covers
    ADD CONSTRAINT covers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.date_overrides
    ADD CONSTRAINT date_overrides_pk PRIMARY KEY (account_id, workspace_id, date);
ALTER TABLE ONLY public.doc_clients
    ADD CONSTRAINT doc_clients_pk PRIMARY KEY (doc_id, client_id);
ALTER TABLE ONLY public.doc_stars
    ADD CONSTRAINT doc_stars_key PRIMARY KEY (account_id, doc_id);
ALTER TABLE ONLY public.doc_states
    ADD CONSTRAINT doc_states_pkey PRIMARY KEY (doc_id);
ALTER TABLE ONLY public.doc_updates
    ADD CONSTRAINT doc_updates_pk PRIMARY KEY (doc_id, seq);
ALTER TABLE ONLY public.doc_versions
    ADD CONSTRAINT doc_versions_pk PRIMARY KEY (doc_id, version);
ALTER TABLE ONLY public.doc_words
    ADD CONSTRAINT doc_words_doc_id_key UNIQUE (doc_id);
ALTER TABLE ONLY public.doc_words
    ADD CONSTRAINT doc_words_pkey PRIMARY KEY (number);
ALTER TABLE ONLY public.doc_writers
    ADD CONSTRAINT doc_writers_pk PRIMARY KEY (doc_id, version, account_id);
ALTER TABLE ONLY public.docs
    ADD CONSTRAINT docs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_id PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_workspace_hostname UNIQUE (workspace_id, hostname);
ALTER TABLE ONLY public.drive_storage
    ADD CONSTRAINT drive_storage_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_blob_key_key UNIQUE (blob_key);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.former_slugs
    ADD CONSTRAINT former_slugs_pkey PRIMARY KEY (slug);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_code UNIQUE (workspace_id, code_mac);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.idempotency_keys
    ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_workspace_email UNIQUE (workspace_id, email);
ALTER TABLE ONLY public.jobs
    ADD CONSTRAINT jobs_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.link_days
    ADD CONSTRAINT link_days_pk PRIMARY KEY (link_id, day, referrer, device, country);
ALTER TABLE ONLY public.link_tags
    ADD CONSTRAINT link_tags_name UNIQUE (workspace_id, folded_name);
ALTER TABLE ONLY public.link_tags
    ADD CONSTRAINT link_tags_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.logos
    ADD CONSTRAINT logos_pkey PRIMARY KEY (key);
ALTER TABLE ONLY public.member_tool_choices
    ADD CONSTRAINT member_tool_choices_pk PRIMARY KEY (account_id, workspace_id, tool);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pk PRIMARY KEY (account_id, workspace_id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_pk PRIMARY KEY (account_id, kind);
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT notifications_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_short_key_key UNIQUE (short_key);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_workspace_key UNIQUE (workspace_id, key);
ALTER TABLE ONLY public.passkey_challenges
    ADD CONSTRAINT passkey_challenges_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_accounts
    ADD CONSTRAINT payment_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pk PRIMARY KEY (account, event_id);
ALTER TABLE ONLY public.permission_changes
    ADD CONSTRAINT permission_changes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.pinned_tools
    ADD CONSTRAINT pinned_tools_pk PRIMARY KEY (server_id, name);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_owner_key_key UNIQUE (owner_key);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_payment_id_key UNIQUE (payment_id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_request_key_key UNIQUE (request_key);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_session_id_key UNIQUE (session_id);
ALTER TABLE ONLY public.push_keys
    ADD CONSTRAINT push_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_endpoint_hash_key UNIQUE (endpoint_hash);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_key UNIQUE (session_id);
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_pkey PRIMARY KEY (hash);
ALTER TABLE ONLY public.sale_notices
    ADD CONSTRAINT sale_notices_pkey PRIMARY KEY (purchase_id);
ALTER TABLE ONLY public.sale_windows
    ADD CONSTRAINT sale_windows_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.secret_keys
    ADD CONSTRAINT secret_keys_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.session_listings
    ADD CONSTRAINT session_listings_pkey PRIMARY KEY (account);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_hash_key UNIQUE (hash);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.short_keys
    ADD CONSTRAINT short_keys_pkey PRIMARY KEY (short_key);
ALTER TABLE ONLY public.short_links
    ADD CONSTRAINT short_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.short_links
    ADD CONSTRAINT short_links_slug UNIQUE (namespace, slug);
ALTER TABLE ONLY public.sign_ins
    ADD CONSTRAINT sign_ins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.sign_up_decisions
    ADD CONSTRAINT sign_up_decisions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.stream_plans
    ADD CONSTRAINT stream_plans_member UNIQUE (account_id, workspace_id);
ALTER TABLE ONLY public.stream_plans
    ADD CONSTRAINT stream_plans_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.suspensions
    ADD CONSTRAINT suspensions_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tagged_links
    ADD CONSTRAINT tagged_links_key PRIMARY KEY (link_id, tag_id);
ALTER TABLE ONLY public.team_times
    ADD CONSTRAINT team_times_pk PRIMARY KEY (account_id, workspace_id);
ALTER TABLE ONLY public.tool_permissions
    ADD CONSTRAINT tool_permissions_pk PRIMARY KEY (workspace_id, tool, role);
ALTER TABLE ONLY public.tool_server_sign_ins
    ADD CONSTRAINT tool_server_sign_ins_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tool_server_sign_ins
    ADD CONSTRAINT tool_server_sign_ins_state_hash_key UNIQUE (state_hash);
ALTER TABLE ONLY public.tool_server_tokens
    ADD CONSTRAINT tool_server_tokens_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.tool_servers
    ADD CONSTRAINT tool_servers_number UNIQUE (workspace_id, number);
ALTER TABLE ONLY public.tool_servers
    ADD CONSTRAINT tool_servers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.unclear_money
    ADD CONSTRAINT unclear_money_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.upload_links
    ADD CONSTRAINT upload_links_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.upload_parts
    ADD CONSTRAINT upload_parts_pk PRIMARY KEY (upload_id, start_bytes);
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workspace_clocks
    ADD CONSTRAINT workspace_clocks_pkey PRIMARY KEY (workspace_id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);
CREATE INDEX abuse_reports_closed ON public.abuse_reports USING btree (closed_at);
CREATE INDEX abuse_reports_created ON public.abuse_reports USING btree (created_at, id);
CREATE INDEX abuse_reports_mailed ON public.abuse_reports USING btree (mailed_at);
CREATE INDEX abuse_reports_workspace ON public.abuse_reports USING btree (workspace_id);
CREATE INDEX access_tokens_expiry ON public.access_tokens USING btree (expires_at);
CREATE INDEX access_tokens_grant ON public.access_tokens USING btree (grant_id);
CREATE INDEX assistant_calls_conversation ON public.assistant_calls USING btree (conversation_id, created_at, id);
CREATE INDEX assistant_calls_waiting ON public.assistant_calls USING btree (expires_at) WHERE (state = 'waiting'::text);
CREATE INDEX assistant_entries_at ON public.assistant_entries USING btree (at);
CREATE INDEX assistant_messages_conversation ON public.assistant_messages USING btree (conversation_id, created_at, id);
CREATE INDEX assistant_runs_conversation ON public.assistant_runs USING btree (conversation_id, created_at);
CREATE INDEX assistant_runs_due ON public.assistant_runs USING btree (state, lease_until) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text]));
CREATE UNIQUE INDEX assistant_runs_open ON public.assistant_runs USING btree (conversation_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text]));
CREATE INDEX assistant_runs_person ON public.assistant_runs USING btree (account_id, workspace_id) WHERE (state = ANY (ARRAY['queued'::text, 'running'::text, 'waiting'::text]));
CREATE INDEX assistant_spending_updated ON public.assistant_spending USING btree (updated_at);
CREATE INDEX audit_entries_age ON public.audit_entries USING btree (created_at);
CREATE INDEX audit_entries_grant ON public.audit_entries USING btree (grant_id, created_at);
CREATE INDEX audit_entries_writes ON public.audit_entries USING btree (workspace_id, created_at) WHERE (thing IS NOT NULL);
CREATE INDEX authorization_codes_expiry ON public.authorization_codes USING btree (expires_at);
CREATE INDEX authorization_codes_grant ON public.authorization_codes USING btree (grant_id);
CREATE INDEX authorization_requests_expiry ON public.authorization_requests USING btree (expires_at);
CREATE INDEX conversations_listed ON public.conversations USING btree (account_id, workspace_id, updated_at, id);
CREATE INDEX conversations_updated ON public.conversations USING btree (updated_at);
CREATE INDEX covers_offer ON public.covers USING btree (offer_id);
CREATE UNIQUE INDEX covers_used ON public.covers USING btree (offer_id) WHERE (used_at IS NOT NULL);
CREATE INDEX doc_stars_doc ON public.doc_stars USING btree (doc_id);
CREATE INDEX doc_words_found ON public.doc_words USING gin (words) WITH (gin_pending_list_limit='256');
CREATE INDEX doc_words_newest ON public.doc_words USING btree (workspace_id, number);
CREATE UNIQUE INDEX docs_public_key ON public.docs USING btree (public_key) WHERE (public_key IS NOT NULL);
CREATE INDEX docs_trash ON public.docs USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX docs_unread ON public.docs USING btree (updated_at) WHERE (indexed_seq < content_seq);
CREATE INDEX docs_workspace ON public.docs USING btree (workspace_id, updated_at);
CREATE UNIQUE INDEX domains_owned_hostname ON public.domains USING btree (hostname) WHERE (verified_at IS NOT NULL);
CREATE INDEX files_arrived ON public.files USING btree (workspace_id, created_at) WHERE (upload_link_id IS NOT NULL);
CREATE INDEX files_folder ON public.files USING btree (folder_id) WHERE (folder_id IS NOT NULL);
CREATE UNIQUE INDEX files_name ON public.files USING btree (workspace_id, COALESCE(folder_id, ''::text), name) WHERE (deleted_at IS NULL);
CREATE INDEX files_trash ON public.files USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX files_unannounced ON public.files USING btree (upload_link_id) WHERE ((announced_at IS NULL) AND (upload_link_id IS NOT NULL));
CREATE INDEX files_workspace ON public.files USING btree (workspace_id, created_at);
CREATE UNIQUE INDEX folders_name ON public.folders USING btree (workspace_id, COALESCE(parent_id, ''::text), name) WHERE (deleted_at IS NULL);
CREATE INDEX folders_parent ON public.folders USING btree (parent_id);
CREATE INDEX folders_trash ON public.folders USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX former_slugs_end ON public.former_slugs USING btree (held_until);
CREATE INDEX former_slugs_workspace ON public.former_slugs USING btree (workspace_id);
CREATE INDEX gift_codes_workspace ON public.gift_codes USING btree (workspace_id, created_at);
CREATE INDEX grants_account ON public.grants USING btree (account_id, created_at);
CREATE INDEX grants_expiry ON public.grants USING btree (expires_at);
CREATE INDEX idempotency_keys_age ON public.idempotency_keys USING btree (created_at);
CREATE INDEX invitations_email ON public.invitations USING btree (email);
CREATE INDEX invitations_expiry ON public.invitations USING btree (expires_at);
CREATE INDEX jobs_dead ON public.jobs USING btree (dead_at) WHERE (dead_at IS NOT NULL);
CREATE INDEX jobs_lane_due ON public.jobs USING btree (lane, run_at) WHERE (dead_at IS NULL);
CREATE INDEX jobs_leased ON public.jobs USING btree (run_at) WHERE (lease IS NOT NULL);
CREATE UNIQUE INDEX jobs_waiting_once ON public.jobs USING btree (dedupe_key) WHERE ((lease IS NULL) AND (dead_at IS NULL));
CREATE INDEX link_days_day ON public.link_days USING btree (day);
CREATE UNIQUE INDEX logos_workspace ON public.logos USING btree (workspace_id);
CREATE INDEX member_tool_choices_expires ON public.member_tool_choices USING btree (expires_at);
CREATE INDEX members_workspace ON public.members USING btree (workspace_id);
CREATE INDEX notifications_listed ON public.notifications USING btree (account_id, updated_at, id);
CREATE UNIQUE INDEX notifications_open ON public.notifications USING btree (workspace_id, line, account_id) WHERE (open_until IS NOT NULL);
CREATE INDEX notifications_unread ON public.notifications USING btree (account_id) WHERE ((read_at IS NULL) AND (listed_at IS NOT NULL));
CREATE INDEX notifications_untold ON public.notifications USING btree (workspace_id, line) WHERE (tell_at IS NOT NULL);
CREATE INDEX notifications_updated ON public.notifications USING btree (updated_at);
CREATE INDEX offer_files_offer ON public.offer_files USING btree (offer_id, "position");
CREATE INDEX offers_workspace ON public.offers USING btree (workspace_id, created_at);
CREATE INDEX passkey_challenges_expiry ON public.passkey_challenges USING btree (expires_at);
CREATE INDEX passkeys_account ON public.passkeys USING btree (account_id, created_at);
CREATE UNIQUE INDEX payment_accounts_active ON public.payment_accounts USING btree (workspace_id) WHERE ((webhook_secret_sealed IS NOT NULL) AND (disabled_at IS NULL));
CREATE INDEX payment_accounts_workspace ON public.payment_accounts USING btree (workspace_id);
CREATE INDEX payment_events_age ON public.payment_events USING btree (received_at);
CREATE INDEX payment_events_subject ON public.payment_events USING btree (account, subject);
CREATE INDEX permission_changes_created ON public.permission_changes USING btree (created_at);
CREATE INDEX permission_changes_workspace ON public.permission_changes USING btree (workspace_id, created_at, id);
CREATE INDEX purchases_buyer ON public.purchases USING btree (lower(buyer_email));
CREATE UNIQUE INDEX purchases_checkout ON public.purchases USING btree (offer_id, lower(buyer_email)) WHERE ((state = ANY (ARRAY['created'::text, 'open'::text, 'pending_async'::text])) AND (network IS NOT NULL));
CREATE INDEX purchases_gift ON public.purchases USING btree (gift_code_id) WHERE (gift_state = 'held'::text);
CREATE INDEX purchases_look ON public.purchases USING btree (look_again_at) WHERE (look_again_at IS NOT NULL);
CREATE INDEX purchases_offer ON public.purchases USING btree (offer_id, buyer_email);
CREATE INDEX purchases_paid ON public.purchases USING btree (workspace_id, paid_at) WHERE (paid_at IS NOT NULL);
CREATE INDEX purchases_state ON public.purchases USING btree (state, updated_at);
CREATE INDEX purchases_unpaid ON public.purchases USING btree (offer_id, network) WHERE (state = ANY (ARRAY['created'::text, 'open'::text, 'pending_async'::text]));
CREATE INDEX purchases_unsettled ON public.purchases USING btree (unsettled_since) WHERE (unsettled_since IS NOT NULL);
CREATE INDEX purchases_workspace ON public.purchases USING btree (workspace_id, created_at);
CREATE INDEX push_subscriptions_account ON public.push_subscriptions USING btree (account_id);
CREATE INDEX refresh_tokens_expiry ON public.refresh_tokens USING btree (expires_at);
CREATE INDEX refresh_tokens_grant ON public.refresh_tokens USING btree (grant_id, expires_at);
CREATE INDEX sale_notices_age ON public.sale_notices USING btree (created_at);
CREATE INDEX sale_notices_window ON public.sale_notices USING btree (workspace_id, window_at);
CREATE INDEX session_listings_due ON public.session_listings USING btree (next_at);
CREATE INDEX sessions_account ON public.sessions USING btree (account_id, created_at);
CREATE INDEX sessions_expiry ON public.sessions USING btree (expires_at);
CREATE INDEX sessions_idle ON public.sessions USING btree (last_seen_at);
CREATE INDEX share_links_expires_at ON public.share_links USING btree (expires_at);
CREATE INDEX share_links_file_id ON public.share_links USING btree (file_id);
CREATE INDEX share_links_folder_id ON public.share_links USING btree (folder_id);
CREATE INDEX share_links_revoked_at ON public.share_links USING btree (revoked_at);
CREATE INDEX share_links_workspace ON public.share_links USING btree (workspace_id, created_at);
CREATE INDEX short_links_trash ON public.short_links USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
CREATE INDEX short_links_trashed ON public.short_links USING btree (workspace_id, created_at, id) WHERE (deleted_at IS NOT NULL);
CREATE INDEX short_links_workspace ON public.short_links USING btree (workspace_id, created_at, id);
CREATE INDEX sign_ins_expiry ON public.sign_ins USING btree (expires_at);
CREATE INDEX stream_plans_due ON public.stream_plans USING btree (due_at);
CREATE INDEX suspensions_created ON public.suspensions USING btree (created_at, id);
CREATE UNIQUE INDEX suspensions_standing ON public.suspensions USING btree (subject_kind, subject_id) WHERE (lifted_at IS NULL);
CREATE INDEX suspensions_workspace ON public.suspensions USING btree (workspace_id);
CREATE INDEX tagged_links_listed ON public.tagged_links USING btree (tag_id, link_created_at, link_id);
CREATE INDEX tool_server_sign_ins_expires ON public.tool_server_sign_ins USING btree (expires_at);
CREATE INDEX tool_server_sign_ins_server ON public.tool_server_sign_ins USING btree (server_id);
CREATE INDEX tool_server_sign_ins_session ON public.tool_server_sign_ins USING btree (session_id);
CREATE INDEX tool_server_tokens_account ON public.tool_server_tokens USING btree (account_id, workspace_id);
CREATE INDEX tool_server_tokens_ended ON public.tool_server_tokens USING btree (ended_at) WHERE (ended_at IS NOT NULL);
CREATE UNIQUE INDEX tool_server_tokens_holder ON public.tool_server_tokens USING btree (server_id, holder) WHERE (ended_at IS NULL);
CREATE INDEX tool_servers_due ON public.tool_servers USING btree (due_at) WHERE (detached_at IS NULL);
CREATE UNIQUE INDEX unclear_money_open ON public.unclear_money USING btree (payment_account, session_id) WHERE (settled_at IS NULL);
CREATE INDEX unclear_money_purchase ON public.unclear_money USING btree (purchase_id);
CREATE INDEX unclear_money_workspace ON public.unclear_money USING btree (workspace_id, created_at);
CREATE INDEX upload_links_expiry ON public.upload_links USING btree (expires_at);
CREATE INDEX upload_links_folder ON public.upload_links USING btree (folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX upload_links_workspace ON public.upload_links USING btree (workspace_id, created_at);
CREATE INDEX uploads_expiry ON public.uploads USING btree (expires_at);
CREATE INDEX uploads_folder ON public.uploads USING btree (folder_id) WHERE (folder_id IS NOT NULL);
CREATE INDEX workspaces_trash ON public.workspaces USING btree (deleted_at) WHERE (deleted_at IS NOT NULL);
ALTER TABLE ONLY public.abuse_reports
    ADD CONSTRAINT abuse_reports_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.access_tokens
    ADD CONSTRAINT access_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id);
ALTER TABLE ONLY public.assistant_calls
    ADD CONSTRAINT assistant_calls_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_chains
    ADD CONSTRAINT assistant_chains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_entries
    ADD CONSTRAINT assistant_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_messages
    ADD CONSTRAINT assistant_messages_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_permits
    ADD CONSTRAINT assistant_permits_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_runs
    ADD CONSTRAINT assistant_runs_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.assistant_settings
    ADD CONSTRAINT assistant_settings_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id);
ALTER TABLE ONLY public.audit_entries
    ADD CONSTRAINT audit_entries_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.authorization_codes
    ADD CONSTRAINT authorization_codes_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id);
ALTER TABLE ONLY public.changes
    ADD CONSTRAINT changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.chat_channels
    ADD CONSTRAINT chat_channels_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.conversation_allowances
    ADD CONSTRAINT conversation_allowances_conversation_id_fkey FOREIGN KEY (conversation_id) REFERENCES public.conversations(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.conversations
    ADD CONSTRAINT conversation_of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.covers
    ADD CONSTRAINT covers_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.doc_clients
    ADD CONSTRAINT doc_clients_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.doc_clients
    ADD CONSTRAINT doc_clients_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_stars
    ADD CONSTRAINT doc_stars_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_stars
    ADD CONSTRAINT doc_stars_of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_states
    ADD CONSTRAINT doc_states_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_updates
    ADD CONSTRAINT doc_updates_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.doc_updates
    ADD CONSTRAINT doc_updates_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_versions
    ADD CONSTRAINT doc_versions_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_versions
    ADD CONSTRAINT doc_versions_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.doc_words
    ADD CONSTRAINT doc_words_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.doc_words
    ADD CONSTRAINT doc_words_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.doc_writers
    ADD CONSTRAINT doc_writers_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.doc_writers
    ADD CONSTRAINT doc_writers_doc_id_fkey FOREIGN KEY (doc_id) REFERENCES public.docs(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.docs
    ADD CONSTRAINT docs_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.docs
    ADD CONSTRAINT docs_saved_by_fkey FOREIGN KEY (saved_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.docs
    ADD CONSTRAINT docs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_workspace_id_fkey1 FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.drive_storage
    ADD CONSTRAINT drive_storage_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES public.folders(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_parent_id_fkey FOREIGN KEY (parent_id) REFERENCES public.folders(id);
ALTER TABLE ONLY public.folders
    ADD CONSTRAINT folders_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.former_slugs
    ADD CONSTRAINT former_slugs_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_default_workspace_id_fkey FOREIGN KEY (default_workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.grants
    ADD CONSTRAINT grants_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_invited_by_fkey FOREIGN KEY (invited_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.invitations
    ADD CONSTRAINT invitations_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.link_days
    ADD CONSTRAINT link_days_of_countries_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.short_links(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.link_tags
    ADD CONSTRAINT link_tags_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.logos
    ADD CONSTRAINT logos_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.notification_choices
    ADD CONSTRAINT notification_choices_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.date_overrides
    ADD CONSTRAINT of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.notifications
    ADD CONSTRAINT of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.stream_plans
    ADD CONSTRAINT of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.team_times
    ADD CONSTRAINT of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.passkeys
    ADD CONSTRAINT passkeys_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.payment_accounts
    ADD CONSTRAINT payment_accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.permission_changes
    ADD CONSTRAINT permission_changes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.pinned_tools
    ADD CONSTRAINT pinned_tools_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.tool_servers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_gift_code_id_fkey FOREIGN KEY (gift_code_id) REFERENCES public.gift_codes(id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.push_subscriptions
    ADD CONSTRAINT push_subscriptions_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.refresh_tokens
    ADD CONSTRAINT refresh_tokens_grant_id_fkey FOREIGN KEY (grant_id) REFERENCES public.grants(id);
ALTER TABLE ONLY public.sessions
    ADD CONSTRAINT sessions_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES public.folders(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.share_links
    ADD CONSTRAINT share_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.short_links
    ADD CONSTRAINT short_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id) ON DELETE SET NULL;
ALTER TABLE ONLY public.short_links
    ADD CONSTRAINT short_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.suspensions
    ADD CONSTRAINT suspensions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.tagged_links
    ADD CONSTRAINT tagged_links_link_id_fkey FOREIGN KEY (link_id) REFERENCES public.short_links(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tagged_links
    ADD CONSTRAINT tagged_links_tag_id_fkey FOREIGN KEY (tag_id) REFERENCES public.link_tags(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.member_tool_choices
    ADD CONSTRAINT tool_choice_of_member FOREIGN KEY (account_id, workspace_id) REFERENCES public.members(account_id, workspace_id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tool_permissions
    ADD CONSTRAINT tool_permissions_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tool_server_sign_ins
    ADD CONSTRAINT tool_server_sign_ins_server_id_fkey FOREIGN KEY (server_id) REFERENCES public.tool_servers(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tool_server_sign_ins
    ADD CONSTRAINT tool_server_sign_ins_session_id_fkey FOREIGN KEY (session_id) REFERENCES public.sessions(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.tool_servers
    ADD CONSTRAINT tool_servers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.unclear_money
    ADD CONSTRAINT unclear_money_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.upload_links
    ADD CONSTRAINT upload_links_created_by_fkey FOREIGN KEY (created_by) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.upload_links
    ADD CONSTRAINT upload_links_folder_id_fkey FOREIGN KEY (folder_id) REFERENCES public.folders(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.upload_links
    ADD CONSTRAINT upload_links_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.upload_parts
    ADD CONSTRAINT upload_parts_upload_id_fkey FOREIGN KEY (upload_id) REFERENCES public.uploads(id) ON DELETE CASCADE;
ALTER TABLE ONLY public.uploads
    ADD CONSTRAINT uploads_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.workspace_clocks
    ADD CONSTRAINT workspace_clocks_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id) ON DELETE CASCADE;
