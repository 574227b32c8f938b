"""What a stranger may put into a notebook to run, load or say something on the page."""

ELSEWHERE = "http://example.invalid"
SCRIPT = "<script>document.title = 'taken'; fetch('http://example.invalid/1')</script>"
HANDLER = "<img src='http://example.invalid/2.png' onerror=\"document.title = 'taken'\">"
MARKDOWN = f"""An answer. {SCRIPT} {HANDLER}

[a link](javascript:document.title='taken') ![picture](http://example.invalid/3.png)

<style>@import url(http://example.invalid/4.css); header {{ display: none }}</style>
<iframe src="http://example.invalid/5"></iframe><svg onload="document.title='taken'"></svg>
<form action="http://example.invalid/6"><button>Points</button></form>
<meta http-equiv="refresh" content="0;url=http://example.invalid/7">
<base href="http://example.invalid/8"><link rel="stylesheet" href="http://example.invalid/9">
"""
HOSTILE_ID = "eve & 'co'"
"""With what ids may hold: `autograder grade` refuses one with markup."""
HOSTILE = f"""
from IPython.display import HTML, Javascript, SVG, display
display(HTML({MARKDOWN!r}))
display(Javascript("document.title = 'taken'"))
display(SVG("<svg xmlns='http://www.w3.org/2000/svg' onload='document.title = 1'></svg>"))
print("</pre>" + {SCRIPT!r} + "\\x1b[31mred\\x1b]8;;http://example.invalid\\x07")

def double(x):
    raise ValueError({SCRIPT!r})
"""
