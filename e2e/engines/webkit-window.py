"""A WebKitGTK window without controls, for WebKitWebDriver. Debian's MiniBrowser has a toolbar and a minimum width of
447 pixels. Arguments: width, height, the device's theme ('dark' or 'light'), and a script that runs first in each page."""

import ctypes
import signal
import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2

# Ends with the driver that started it, even if that is killed.
PR_SET_PDEATHSIG = 1
ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGTERM)

width, height, liking, at_start = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4]
Gtk.Settings.get_default().set_property("gtk-application-prefer-dark-theme", liking == "dark")

context = WebKit2.WebContext.new_ephemeral()
context.set_automation_allowed(True)


# Reports errors from within the page, because WebDriver does not expose the console.
TELL = """
const tell = (what) => webkit.messageHandlers.trouble.postMessage(String(what))
const { error } = console
console.error = (...words) => { tell(words.join(' ')); error(...words) }
addEventListener('error', ({ message }) => message && tell(message))
addEventListener('unhandledrejection', ({ reason }) => tell(reason))
"""


def say(_, message):
    print("TROUBLE", message.get_js_value().to_string().replace("\n", " "), flush=True)


def open_window(session):
    view = WebKit2.WebView(web_context=context, is_controlled_by_automation=True)
    manager = view.get_user_content_manager()
    manager.register_script_message_handler("trouble")
    manager.connect("script-message-received::trouble", say)
    frames, time = WebKit2.UserContentInjectedFrames.ALL_FRAMES, WebKit2.UserScriptInjectionTime.START
    manager.add_script(WebKit2.UserScript.new(TELL + at_start, frames, time, None, None))
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
