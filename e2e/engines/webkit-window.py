"""A window with nothing but a page of WebKitGTK in it, for WebKitWebDriver. Debian's own, MiniBrowser, has a toolbar
and gets no narrower than 447 pixels. Arguments: width, height, and 'dark' or 'light' for what the device likes."""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

width, height, liking = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3]
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", liking == "dark")

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


def open_window(session):
    # What the page writes into its console is read by the test from here.
    settings = WebKit2.Settings(enable_write_console_messages_to_stdout=True)
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True, settings=settings)
    window = Gtk.Window(decorated=False, default_width=width, default_height=height)
    window.add(view)
    window.show_all()
    window.present()
    view.connect("close", lambda _: window.destroy())
    return view


def start(_, session):
    session.connect("create-web-view", open_window)


context.connect("automation-started", start)
GLib.MainLoop().run()
