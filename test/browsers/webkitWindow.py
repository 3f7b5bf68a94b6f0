"""The WebKitGTK window that WebKitWebDriver drives: a profile that may keep files, its console on stderr."""
import os

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

# Safari has them switched on; WebKitGTK has them, switched off.
AS_IN_SAFARI = {"StorageAPI", "StorageAPIEstimate", "FileSystem", "FileSystemWritableStream", "AccessHandle"}

PROFILE = os.environ["WEBKIT_PROFILE"]
data = WebKit2.WebsiteDataManager(
    base_data_directory=os.path.join(PROFILE, "data"),
    base_cache_directory=os.path.join(PROFILE, "cache"),
)
context = WebKit2.WebContext.new_with_website_data_manager(data)
context.set_automation_allowed(True)

settings = WebKit2.Settings()
settings.set_enable_write_console_messages_to_stdout(True)
features = WebKit2.Settings.get_all_features()
for at in range(features.get_length()):
    if features.get(at).get_identifier() in AS_IN_SAFARI:
        settings.set_feature_enabled(features.get(at), True)

window = Gtk.Window()
window.set_default_size(1440, 900)


def view_for(_session):
    view = WebKit2.WebView(web_context=context, settings=settings, is_controlled_by_automation=True)
    window.add(view)
    window.show_all()
    return view


def on_started(_context, session):
    info = WebKit2.ApplicationInfo()
    info.set_name("WebKitGTK")
    info.set_version(WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version())
    session.set_application_info(info)
    session.connect("create-web-view", view_for)


context.connect("automation-started", on_started)
Gtk.main()
