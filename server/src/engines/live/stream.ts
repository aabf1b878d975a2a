import type { ServerResponse } from "node:http"
import type { News, Watcher } from "#domains/live/index.ts"

/** The stream of events to one browser: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface Stream extends Watcher {
  /** The number up to which its browser knows the workspace; undefined before it was told any. */
  seq: number | undefined
  /** Sends text as it is. Does nothing once the stream has ended. */
  write(text: string): void
  /** Sends the last text and ends the stream. */
  end(lastText: string): void
}

/** What may wait for a slow reader. One that leaves more unread is cut off, and catches up when it asks again. */
const mostUnreadBytes = 64 * 1024

/** Makes the stream that is the body of `response`, whose head was sent. `after` is what its browser knows already. */
export function toStream(response: ServerResponse, watcher: Watcher, after: number | undefined): Stream {
  const isOver = () => response.writableEnded || response.destroyed
  return {
    ...watcher,
    seq: after,
    write(text) {
      if (isOver()) return
      response.write(text)
      if (response.writableLength > mostUnreadBytes) response.destroy()
    },
    end(lastText) {
      if (!isOver()) response.end(lastText)
    },
  }
}

/** An event with news; its id is what a browser sends as `Last-Event-ID` when it comes back. */
export function toEvent(news: News): string {
  const data = JSON.stringify(news.event === "changes" ? news.changes : {})
  return `event: ${news.event}\nid: ${news.seq}\ndata: ${data}\n\n`
}
