import { mountPage } from "../../mount.tsx"
import { ChannelPage } from "./page.tsx"

mountPage("channel", ChannelPage)
