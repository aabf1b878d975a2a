CREATE TABLE public.accounts (
    id text NOT NULL,
    email text NOT NULL,
    name text,
    created_at bigint NOT NULL
);
CREATE TABLE public.domains (
    id text NOT NULL,
    workspace_id text NOT NULL,
    hostname text NOT NULL,
    verified_at bigint,
    checked_at bigint,
    created_at bigint NOT NULL
);
CREATE TABLE public.files (
    id text NOT NULL,
    workspace_id text NOT NULL,
    name text NOT NULL,
    content_type text NOT NULL,
    size_bytes bigint NOT NULL,
    sha256 text NOT NULL,
    blob_key text NOT NULL,
    created_at bigint NOT NULL
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
CREATE TABLE public.members (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.migrations (
    name text NOT NULL
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
    CONSTRAINT offers_units CHECK ((units_taken >= 0))
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
    fulfilled_at bigint
);
CREATE TABLE public.short_keys (
    short_key text NOT NULL,
    offer_id text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.workspaces (
    id text NOT NULL,
    slug text NOT NULL,
    name text NOT NULL,
    created_at bigint NOT NULL,
    suspended_at bigint,
    deleted_at bigint
);
INSERT INTO public.accounts VALUES ('account_1', 'ada@example.com', 'Ada', 1);
INSERT INTO public.members VALUES ('workspace_1', 'account_1', 'owner', 1);
INSERT INTO public.migrations VALUES ('0001-people');
INSERT INTO public.migrations VALUES ('0002-handover');
INSERT INTO public.offers VALUES ('offer_1', 'workspace_1', 'brushes', 'demo', 'Brushes 🖌', NULL, 1900, 'usd', 'published', NULL, 0, NULL, 1, 1);
INSERT INTO public.workspaces VALUES ('workspace_1', 'studio', 'Studio ''Ada''', 1, NULL, NULL);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_email_key UNIQUE (email);
ALTER TABLE ONLY public.accounts
    ADD CONSTRAINT accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_hostname_key UNIQUE (hostname);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_blob_key_key UNIQUE (blob_key);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_code UNIQUE (workspace_id, code_mac);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pk PRIMARY KEY (account_id, workspace_id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_short_key_key UNIQUE (short_key);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_workspace_key UNIQUE (workspace_id, key);
ALTER TABLE ONLY public.payment_accounts
    ADD CONSTRAINT payment_accounts_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.payment_events
    ADD CONSTRAINT payment_events_pk PRIMARY KEY (account, event_id);
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
ALTER TABLE ONLY public.short_keys
    ADD CONSTRAINT short_keys_pkey PRIMARY KEY (short_key);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);
CREATE INDEX files_workspace ON public.files USING btree (workspace_id, created_at);
CREATE INDEX gift_codes_workspace ON public.gift_codes USING btree (workspace_id, created_at);
CREATE INDEX members_workspace ON public.members USING btree (workspace_id);
CREATE INDEX offer_files_offer ON public.offer_files USING btree (offer_id, "position");
CREATE INDEX offers_workspace ON public.offers USING btree (workspace_id, created_at);
CREATE UNIQUE INDEX payment_accounts_active ON public.payment_accounts USING btree (workspace_id) WHERE ((webhook_secret_sealed IS NOT NULL) AND (disabled_at IS NULL));
CREATE INDEX payment_accounts_workspace ON public.payment_accounts USING btree (workspace_id);
CREATE INDEX payment_events_subject ON public.payment_events USING btree (account, subject);
CREATE INDEX purchases_offer ON public.purchases USING btree (offer_id, buyer_email);
CREATE INDEX purchases_state ON public.purchases USING btree (state, updated_at);
CREATE INDEX purchases_workspace ON public.purchases USING btree (workspace_id, created_at);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.gift_codes
    ADD CONSTRAINT gift_codes_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_file_id_fkey FOREIGN KEY (file_id) REFERENCES public.files(id);
ALTER TABLE ONLY public.offer_files
    ADD CONSTRAINT offer_files_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.offers
    ADD CONSTRAINT offers_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.payment_accounts
    ADD CONSTRAINT payment_accounts_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_gift_code_id_fkey FOREIGN KEY (gift_code_id) REFERENCES public.gift_codes(id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_offer_id_fkey FOREIGN KEY (offer_id) REFERENCES public.offers(id);
ALTER TABLE ONLY public.purchases
    ADD CONSTRAINT purchases_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
