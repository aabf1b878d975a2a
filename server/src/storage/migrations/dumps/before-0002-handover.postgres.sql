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
CREATE TABLE public.members (
    workspace_id text NOT NULL,
    account_id text NOT NULL,
    role text NOT NULL,
    created_at bigint NOT NULL
);
CREATE TABLE public.migrations (
    name text NOT NULL
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
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_pk PRIMARY KEY (account_id, workspace_id);
ALTER TABLE ONLY public.migrations
    ADD CONSTRAINT migrations_pkey PRIMARY KEY (name);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_pkey PRIMARY KEY (id);
ALTER TABLE ONLY public.workspaces
    ADD CONSTRAINT workspaces_slug_key UNIQUE (slug);
CREATE INDEX files_workspace ON public.files USING btree (workspace_id, created_at);
CREATE INDEX members_workspace ON public.members USING btree (workspace_id);
ALTER TABLE ONLY public.domains
    ADD CONSTRAINT domains_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.files
    ADD CONSTRAINT files_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_account_id_fkey FOREIGN KEY (account_id) REFERENCES public.accounts(id);
ALTER TABLE ONLY public.members
    ADD CONSTRAINT members_workspace_id_fkey FOREIGN KEY (workspace_id) REFERENCES public.workspaces(id);
