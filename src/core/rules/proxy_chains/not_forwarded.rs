//! A proxy forwards initialize to its successor and passes the version of its answer on.

use crate::core::protocol::Stability;
use crate::core::rules::{Binds, Check, Context, Findings, Rule, Said, Severity, When};

pub(crate) static RULE: Rule = Rule {
    id: "proxy-chains/not-forwarded",
    severity: Severity::Warning,
    binds: Binds::Agent,
    since: "0.1.0",
    stability: Stability::Draft,
    requirement: "A proxy forwards initialize to its successor and passes the version of its \
        answer on.",
    why: "The chain would not agree on one version. The feature is a draft, so a \
        warning.",
    fix: "Forward initialize by proxy/successor and pass its version on.",
    link: "/rfds/proxy-chains",
    requirements: &["proxy-chains/forwards-initialize", "proxy-chains/version-unchanged"],
    breaks: &[
        r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"proxy/initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#,
        r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"proxy/initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"proxy/successor","params":{"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"protocolVersion":1,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":2,"agentCapabilities":{},"agentInfo":{"name":"agent","version":"1.0.0"}}}"#,
    ],
    near_misses: &[r#"
        c2a {"jsonrpc":"2.0","id":0,"method":"proxy/initialize","params":{"protocolVersion":1,"clientCapabilities":{},"clientInfo":{"name":"client","version":"1.0.0"}}}
        a2c {"jsonrpc":"2.0","id":100,"method":"proxy/successor","params":{"method":"initialize","params":{"protocolVersion":1,"clientCapabilities":{}}}}
        c2a {"jsonrpc":"2.0","id":100,"result":{"protocolVersion":1}}
        a2c {"jsonrpc":"2.0","id":0,"result":{"protocolVersion":1,"agentCapabilities":{}}}"#],
    when: &[When::Answer("proxy/initialize")],
    check: Check::Said(check),
};

fn check(cx: &Context<'_>, said: &Said<'_>, out: &mut Findings) {
    if !said.succeeds() {
        return;
    }
    match &cx.state.successor {
        None => {
            out.at(
                said,
                "/result",
                "answered without having forwarded initialize to the successor",
            );
        }
        Some((version, frame)) if version != said.at("/result/protocolVersion") => {
            out.at(
                said,
                "/result/protocolVersion",
                format!(
                    "the successor answered version {version} in frame {frame}; a proxy \
            does not change it"
                ),
            )
            .related(*frame);
        }
        Some(_) => {}
    }
}
