import type { ServerResponse } from "node:http"
import type { News, Watcher } from "#domains/live/index.ts"

/** The stream of events to one browser: https://html.spec.whatwg.org/multipage/server-sent-events.html */
export interface ChangeStream extends Watcher {
  /** The sequence number that the browser is current up to; undefined before the first message. */
  seq: number | undefined
  /** Sends raw text. Does nothing after the end. */
  write(text: string): void
  end(lastText: string): void
}

/** The most unread bytes of a slow reader. Above it, the stream is cut, and the browser reconnects and catches up. */
const mostUnreadBytes = 64 * 1024

/** Makes a stream from a response after its head was sent. `after` is the last change that the browser has. */
export function toStream(response: ServerResponse, watcher: Watcher, after: number | undefined): ChangeStream {
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

/** Its id is the `Last-Event-ID` that the browser sends when it reconnects. */
export function toEvent(news: News): string {
  const data = JSON.stringify(news.event === "changes" ? news.changes : {})
  return `event: ${news.event}\nid: ${news.seq}\ndata: ${data}\n\n`
}
