export interface ToolExample {
  readonly arguments: object
  /** The tool's structured result, without the workspace that every result names. */
  readonly result: object
}

const link = {
  id: "link_7pHb2YsFn5Rt9LzWx3MeQc",
  short_url: "http://localhost:3000/spring-sale",
  url: "http://localhost:3000/spring-sale",
  slug: "spring-sale",
  domain: null,
  destination: "https://example.com/spring",
  title: "Newsletter",
  clicks: 128,
  click_limit: null,
  expires_at: null,
  passes_query: false,
  state: "active",
  created_at: "2026-11-20T09:00:00.000Z",
}

const doc = {
  id: "doc_5nYt0Rb7WqLxJ2mZc8HdVk",
  url: "http://localhost:3000/studio/docs/doc_5nYt0Rb7WqLxJ2mZc8HdVk",
  title: "Launch plan",
  emoji: "🚀",
  created_at: link.created_at,
}

const plan = {
  state: "current",
  refreshed_at: "2026-11-20T09:05:00.000Z",
  known_until: "2027-01-19T09:05:00.000Z",
}

/** A call of each tool and its result. A test calls each one, and compares the fields. */
export const toolExamples: Readonly<Record<string, ToolExample>> = {
  list_workspaces: {
    arguments: {},
    result: {
      workspaces: [
        { id: "workspace_3kTMd0cQxVb2rWn8LzYp5H", slug: "studio", name: "Studio Ada", role: "owner", is_current: true },
      ],
    },
  },
  list_links: { arguments: { query: "spring", limit: 1 }, result: { links: [link], next_cursor: "eyJhIjoxfQ" } },
  create_link: {
    arguments: {
      destination: "https://example.com/spring",
      slug: "spring-sale",
      title: "Newsletter",
      idempotency_key: "spring-sale-1",
    },
    result: { ...link, clicks: 0 },
  },
  search_docs: {
    arguments: { query: "launch" },
    result: { docs: [{ ...doc, updated_at: "2026-11-20T10:30:00.000Z" }] },
  },
  create_doc: { arguments: { title: "Launch plan", emoji: "🚀", idempotency_key: "launch-plan-1" }, result: doc },
  search_drive_files: {
    arguments: { query: ".pdf" },
    result: {
      files: [
        {
          id: "file_0vJc1ZtGm4Qs7KyXw2LdRb",
          url: "http://localhost:3000/studio/drive?open=file_0vJc1ZtGm4Qs7KyXw2LdRb",
          name: "specimen.pdf",
          content_type: "application/pdf",
          size_bytes: 482_113,
          folder_path: "/Clients",
          updated_at: "2026-11-20T09:00:00.000Z",
        },
      ],
      folders: ["/Clients"],
    },
  },
  create_upload_link: {
    arguments: { folder_path: "/", recipient: "Bo", max_files: 3, idempotency_key: "contracts-1" },
    result: {
      id: "upload_3kTMd0cQxVb2rWn8LzYp5H",
      url: "http://localhost:3000/u/qS7y",
      recipient: "Bo",
      expires_at: "2026-11-20T09:15:00.000Z",
      folder_path: "/",
      max_files: 3,
      max_file_bytes: 104_857_600,
      how_to:
        "Open the link in a browser and drop the files there, or run: curl -T <file> http://localhost:3000/u/qS7y/",
    },
  },
  get_team_time: {
    arguments: { from: "2026-11-23", to: "2026-11-23" },
    result: {
      time_zone: "Europe/Berlin",
      is_set: true,
      now: "2026-11-20T10:00:00+01:00",
      days: [
        {
          date: "2026-11-23",
          weekday: "monday",
          hours: [{ from: "09:00", to: "17:00" }],
          is_override: false,
        },
      ],
      busy: [
        {
          starts_at: "2026-11-23T09:00:00+01:00",
          ends_at: "2026-11-23T12:00:00+01:00",
          title: "Stream",
          all_day: false,
        },
      ],
      free: [{ starts_at: "2026-11-23T12:00:00+01:00", ends_at: "2026-11-23T17:00:00+01:00" }],
      is_cut: false,
      stream_plan: plan,
    },
  },
  set_stream_plan: {
    arguments: { url: "https://calendar.example/plan.ics", idempotency_key: "plan-1" },
    result: { stream_plan: plan, busy_events: 12 },
  },
  list_streamelements_commands: {
    arguments: { kind: "custom" },
    result: {
      channel: "studioada",
      commands: [
        {
          id: "5f1c8e2b9d3a",
          kind: "custom",
          command: "discord",
          aliases: ["dc"],
          reply: "Join us: https://example.com/discord",
          access: "everyone",
          status: "on",
          hidden: false,
          user_cooldown_seconds: 15,
          global_cooldown_seconds: 5,
          cost_points: 0,
        },
      ],
    },
  },
}
