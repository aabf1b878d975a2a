import { mountPage } from "../../mount.tsx"
import { ConnectedAppsPage } from "./page.tsx"

mountPage("connected-apps", ConnectedAppsPage)
