import { mountPage } from "../mount.tsx"
import { ChannelPage } from "./channel-page.tsx"

mountPage("channel", ChannelPage)
