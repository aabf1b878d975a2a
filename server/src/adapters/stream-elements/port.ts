import { ServiceError } from "#kernel/error.ts"

export interface ChannelToken {
  /** How the token is sent: a personal JWT as Bearer, an OAuth 2.0 access token as oAuth. */
  kind: "jwt" | "oauth"
  token: string
}

interface Channel {
  /** 24 hexadecimal digits. */
  id: string
  name: string
}

/** A command of the chat bot. The channel's moderators wrote its texts, so clean them before showing them. */
export interface ChatCommand {
  id: string
  /** The typed text, without the exclamation mark. */
  command: string
  aliases: string[]
  /** The bot's reply, for custom commands. It may contain addresses and keys of other services. */
  reply?: string
  description?: string
  /** 100 everyone, 250 subscribers, 300 regulars, 400 VIPs, 500 moderators, 1000 super moderators, 1500 the broadcaster. */
  accessLevel: number
  /** `module_…`: it is on, but the bot's module that it belongs to is off, or StreamElements does not tell. */
  status: "on" | "off" | "module_off" | "module_unknown" | "only_online" | "only_offline"
  /** Whether the channel's public list omits it. */
  isHidden: boolean
  /** Seconds between two uses, by one viewer and by all. */
  userCooldownSeconds: number
  globalCooldownSeconds: number
  /** The price in the channel's points. */
  cost: number
}

/** The parts of StreamElements' HTTP API that are used here. Refusals are ServiceErrors that say what to do. */
export interface StreamElements {
  /** Looks a channel up by name or id. Throws `not_found`. */
  findChannel(nameOrId: string): Promise<Channel>
  /** Throws `conflict` when the token is not accepted for the channel. */
  listCommands(channelId: string, token: ChannelToken): Promise<ChatCommand[]>
  listBuiltInCommands(channelId: string, token: ChannelToken): Promise<ChatCommand[]>
}

/** StreamElements' own `Retry-After`: it is asked nothing before that. */
export class AskedToWait extends ServiceError {}

export function tooOften(retryAfterSeconds?: number): ServiceError {
  const seconds = retryAfterSeconds ?? 60
  const hint = `Wait ${seconds <= 60 ? "a minute" : `${Math.ceil(seconds / 60)} minutes`} and try again.`
  const Refusal = retryAfterSeconds === undefined ? ServiceError : AskedToWait
  return new Refusal("rate_limited", "Too many requests to StreamElements.", { hint, retryAfterSeconds: seconds })
}
