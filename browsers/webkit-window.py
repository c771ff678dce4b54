#!/usr/bin/python3
"""A window of WebKitGTK that WebKitWebDriver can drive, with nothing around the page.

MiniBrowser, which comes with WebKitGTK, has a toolbar that makes it wider than a phone. Arguments: width and height
of the page in pixels, and `script` or `no-script`. The page's console goes to standard output.
"""
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import Gtk, WebKit2  # noqa: E402

width, height, script = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3] == "script"
context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def create_web_view(_session):
    settings = WebKit2.Settings()
    settings.set_enable_javascript(script)
    settings.set_enable_write_console_messages_to_stdout(True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window()
    window.set_decorated(False)
    window.set_default_size(width, height)
    window.add(view)
    view.connect("close", lambda _view: window.destroy())
    window.show_all()
    return view


def automation_started(_context, session):
    application = WebKit2.ApplicationInfo()
    application.set_name("WebKitGTK")
    application.set_version(
        WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()
    )
    session.set_application_info(application)
    session.connect("create-web-view", create_web_view)


context.connect("automation-started", automation_started)
Gtk.main()
